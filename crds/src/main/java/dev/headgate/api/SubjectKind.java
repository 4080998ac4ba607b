package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The kinds of subjects, as RBAC would write them. */
public enum SubjectKind {
    @JsonProperty("ServiceAccount")
    SERVICE_ACCOUNT,
    @JsonProperty("User")
    USER,
    @JsonProperty("SPIFFEID")
    SPIFFE_ID,
    @JsonProperty("UnixUser")
    UNIX_USER,
    @JsonProperty("StaticToken")
    STATIC_TOKEN
}
