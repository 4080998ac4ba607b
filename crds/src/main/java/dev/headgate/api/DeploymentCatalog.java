package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** The services, routes and revisions of a namespace (design page 10). Namespaced, {@code dcat}. */
@Group("headgate.dev")
@Version("v1alpha1")
@ShortNames("dcat")
@Plural("deploymentcatalogs")
@JsonClassDescription(
        "Services of one tenant, their routes, and the revisions that serve them, as units of work name them when they ask to run on a node. It belongs to the tenant whose policy names its namespace. It deploys nothing, and is not about Kubernetes API admission.")
@AdditionalPrinterColumn(name = "Accepted", jsonPath = ".status.conditions[?(@.type==\"Accepted\")].status")
@AdditionalPrinterColumn(name = "Programmed", jsonPath = ".status.conditions[?(@.type==\"Programmed\")].status")
@AdditionalPrinterColumn(name = "Ready", jsonPath = ".status.conditions[?(@.type==\"Ready\")].status")
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
public final class DeploymentCatalog extends CustomResource<DeploymentCatalogSpec, DeploymentCatalogStatus>
        implements Namespaced {}
