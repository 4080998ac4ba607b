package dev.headgate.policy;

/** Whether a unit of work keeps state in its cell between activations. */
public enum StateModel {
    STATELESS,
    STATEFUL
}
