package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.headgate.policy.Delegation;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/** Somebody who may admit work of a tenant. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@ValidationRule(
        value = "has(self.namespace) == (self.kind == 'ServiceAccount')",
        message = "namespace is needed for a ServiceAccount, and must be absent for every other kind")
@ValidationRule(
        value = "has(self.uri) == (self.kind == 'SPIFFEID')",
        message = "uri is needed for a SPIFFEID, and must be absent for every other kind")
@ValidationRule(
        value = "has(self.name) != (self.kind == 'SPIFFEID')",
        message = "name is needed for every kind but SPIFFEID, which has a uri")
@ValidationRule(
        value = "has(self.serviceIdentity) || !(self.kind in ['ServiceAccount', 'SPIFFEID'])",
        message = "a ServiceAccount or SPIFFEID must say which serviceIdentity it speaks for")
public record TenantSubjectSpec(
        @Required
        @JsonPropertyDescription(
                "ServiceAccount (namespace and name), User (name), SPIFFEID (uri of the peer certificate); on a node that stands alone also UnixUser (name, or uid:1000) and StaticToken (name).")
        SubjectKind kind,

        @Pattern(Formats.LABEL) @Size(min = 1, max = 63) @JsonPropertyDescription("Namespace of a ServiceAccount; absent for every other kind.")
        @Nullable String namespace,

        @Pattern(Formats.SUBJECT) @Size(min = 1, max = 253) @JsonPropertyDescription("Exact name; absent for SPIFFEID.")
        @Nullable String name,

        @Pattern(Formats.SPIFFE) @Size(min = 1, max = 512) @JsonPropertyDescription("Exact SPIFFE identity such as spiffe://example.org/ns/a/sa/b; only for SPIFFEID.")
        @Nullable String uri,

        @Pattern(Formats.IDENTIFIER) @Size(min = 1, max = 253) @JsonPropertyDescription("The service this subject speaks for; required for ServiceAccount and SPIFFEID.")
        @Nullable String serviceIdentity,

        @Default("None")
        @JsonPropertyDescription("OnBehalfOf: it may name the end user it works for. None (default): it may not.")
        @Nullable Delegation delegation,

        @JsonPropertyDescription("What its permits may hold on one node; what is absent does not limit.") @Nullable SubjectLimitsSpec nodeLimits) {}
