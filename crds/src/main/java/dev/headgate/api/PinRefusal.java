package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Why a node refuses a target and keeps its last known good (design page 5). */
public enum PinRefusal {
    @JsonProperty("DigestMismatch")
    DIGEST_MISMATCH,
    @JsonProperty("GenerationReused")
    GENERATION_REUSED,
    @JsonProperty("UnsupportedSchema")
    UNSUPPORTED_SCHEMA,
    @JsonProperty("CompileFailed")
    COMPILE_FAILED,
    @JsonProperty("PartMissing")
    PART_MISSING,
    @JsonProperty("TooLarge")
    TOO_LARGE,
    @JsonProperty("DurabilityUnavailable")
    DURABILITY_UNAVAILABLE,
    @JsonProperty("AssignmentConflict")
    ASSIGNMENT_CONFLICT
}
