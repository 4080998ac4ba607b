package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** What a group of nodes admits (design page 10). Cluster scope, {@code nap}. */
@Group("headgate.dev")
@Version("v1alpha1")
@ShortNames("nap")
@Plural("nodeadmissionpolicies")
@JsonClassDescription(
        "Limits, classes and tenants for units of work that ask to run on the nodes this policy selects. It is about work on nodes, not about Kubernetes API admission: no webhook is registered, and no pod is admitted or refused by it.")
@AdditionalPrinterColumn(
        name = "Generation",
        jsonPath = ".status.served.generation",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "Nodes", jsonPath = ".status.nodes.summary")
@AdditionalPrinterColumn(name = "Compiled", jsonPath = ".status.conditions[?(@.type==\"Compiled\")].status")
@AdditionalPrinterColumn(name = "Ready", jsonPath = ".status.conditions[?(@.type==\"Ready\")].status")
@AdditionalPrinterColumn(
        name = "Pinned",
        jsonPath = ".spec.rollout.pin.generation",
        type = AdditionalPrinterColumn.Type.INTEGER,
        priority = 1)
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
public final class NodeAdmissionPolicy extends CustomResource<NodeAdmissionPolicySpec, NodeAdmissionPolicyStatus> {}
