package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.headgate.policy.CellClassName;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** A tenant and everything it is allowed. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TenantSpec(
        @Required
        @Pattern(Formats.LABEL) @Size(min = 1, max = 63) @JsonPropertyDescription("Unique among tenants; requests name it.")
        String name,

        @Size(max = 64) @JsonPropertyDescription(
                "Namespaces whose DeploymentCatalogs are of this tenant. A namespace belongs to one tenant at most.")
        List<@Pattern(Formats.LABEL) @Size(max = 63) String> namespaces,

        @Size(max = Bounds.SUBJECTS_PER_TENANT) @JsonPropertyDescription("Who may admit work, exactly by kind and name: no wildcards, no groups. Empty denies.")
        List<TenantSubjectSpec> subjects,

        @Size(max = Bounds.SUBJECTS_PER_TENANT) @JsonPropertyDescription(
                "Who, beside the subject that admitted it, may start and complete permits of this tenant.")
        List<SubjectSpec> executors,

        @Size(max = Bounds.CLASSES) @JsonPropertyDescription("Trust classes its work may run under. Empty denies.")
        List<@Pattern(Formats.LABEL) @Size(max = 63) String> trustClasses,

        @Size(max = Bounds.CELL_CLASSES) @JsonPropertyDescription(
                "Cell classes its work may use. Empty denies; extra-large only if named here and in the trust class.")
        List<CellClassName> cellClasses,

        @Required @JsonPropertyDescription("The most that all permits of this tenant hold on one node together.")
        HeldLimitsSpec nodeLimits,

        @Required
        @ByteQuantity
        @JsonPropertyDescription("The largest payload of its requests, as a quantity; exactly this much is accepted.")
        String maxPayload,

        @Required
        @Min(0) @Max(Bounds.PRIORITY) @JsonPropertyDescription("The highest priority its requests may have; exactly this is accepted.")
        Integer maxPriority) {
    public TenantSpec {
        namespaces = namespaces == null ? List.of() : List.copyOf(namespaces);
        subjects = subjects == null ? List.of() : List.copyOf(subjects);
        executors = executors == null ? List.of() : List.copyOf(executors);
        trustClasses = trustClasses == null ? List.of() : List.copyOf(trustClasses);
        cellClasses = cellClasses == null ? List.of() : List.copyOf(cellClasses);
    }
}
