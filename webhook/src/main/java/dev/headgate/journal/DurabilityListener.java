package dev.headgate.journal;

/** Learns whether a record is on stable storage. Exactly one of the two is called, once; it must return at once. */
public interface DurabilityListener {
    /** It is. */
    void durable();

    /** It could not be made so for now; it may become so later. */
    void undurable();
}
