package dev.headgate.policy;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where observations of node load come from. */
public enum LoadSource {
    /** The endpoint reads {@code /proc}, the cgroup and PSI itself. */
    @JsonProperty("Node")
    NODE,
    /** A subject of {@link AdmissionPolicy#loadReporters()} reports them. */
    @JsonProperty("Reported")
    REPORTED
}
