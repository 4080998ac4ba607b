package dev.headgate.http;

/**
 * Holds an answer back until what it tells is on stable storage (design page 14, "Order, disclosure, journal"). Never blocks:
 * one of the two runs later on the event loop of the connection, or at once where it is known.
 */
interface Gate {
    /**
     * Lets an answer through.
     *
     * @param sequence of the record it waits for; 0 for none
     * @param durable gives the answer
     * @param undurable says that the record could not be made durable in time
     */
    void pass(long sequence, Runnable durable, Runnable undurable);
}
