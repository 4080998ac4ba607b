package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;

/** Ceilings and limits of each whole node. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeRulesSpec(
        @Required @JsonPropertyDescription("The most that one permit may be granted, whatever it asks for.")
        BudgetSpec budgetCeiling,

        @Required @JsonPropertyDescription("The most that all permits on one node hold together.")
        HeldLimitsSpec limits,

        @Required
        @ByteQuantity
        @JsonPropertyDescription("The largest payload of a request, as a quantity; exactly this much is accepted.")
        String maxPayload,

        @Required
        @Min(0) @Max(Bounds.PRIORITY) @JsonPropertyDescription(
                "The highest priority a request may have; exactly this is accepted. Queue classes cover 0 to this.")
        Integer maxPriority) {}
