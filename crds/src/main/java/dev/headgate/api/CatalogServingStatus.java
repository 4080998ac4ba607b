package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A policy that serves a catalog. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CatalogServingStatus(
        @Required @Size(max = 253) @JsonPropertyDescription("Name of the NodeAdmissionPolicy.")
        String name,

        @Required @JsonPropertyDescription("The generation that holds the catalog as it stands.")
        Long generation) {}
