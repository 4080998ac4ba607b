package dev.headgate.policy;

/** How many threads a unit of work runs on. */
public enum ThreadingModel {
    SINGLE,
    MULTI
}
