package dev.headgate.policy;

/** Where observations of node load come from. */
public enum LoadSource {
    /** The endpoint reads {@code /proc}, the cgroup and PSI itself. */
    NODE,
    /** A subject of {@link AdmissionPolicy#loadReporters()} reports them. */
    REPORTED
}
