package dev.headgate.policy;

/** What executes a unit of work. */
public enum Backend {
    WASM,
    PROCESS
}
