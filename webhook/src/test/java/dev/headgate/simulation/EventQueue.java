package dev.headgate.simulation;

import java.util.PriorityQueue;

/** Simulated time: what is to happen, in the order of its moments. Nothing here knows a real clock. */
final class EventQueue {
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private long order;

    private record Event(long at, long order, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    /** Nanoseconds since the simulation began. */
    long now() {
        return now;
    }

    /** Lets something happen a while from now. */
    void after(long nanos, Runnable action) {
        events.add(new Event(now + nanos, order++, action));
    }

    /** Lets time pass within a step; what should have happened meanwhile happens late. */
    void pass(long nanos) {
        now += nanos;
    }

    /** Lets the next thing happen; false if there is none. */
    boolean step() {
        Event event = events.poll();
        if (event == null) {
            return false;
        }
        now = Math.max(now, event.at());
        event.action().run();
        return true;
    }
}
