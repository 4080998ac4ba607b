package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** What one node is to serve and what it does serve (design pages 10 and 13). Cluster scope, {@code npin}, named as the node. */
@Group("headgate.dev")
@Version("v1alpha1")
@ShortNames("npin")
@Plural("nodepins")
@JsonClassDescription(
        "Which policy generation one node is to serve (written by the operator) and which it does serve (acknowledged by the node's endpoint). Named as the node. It is not about Kubernetes API admission.")
@ValidationRule(value = "!has(oldSelf.status) || has(self.status)", message = "a status that was written stays")
@AdditionalPrinterColumn(name = "Policy", jsonPath = ".spec.target.policy")
@AdditionalPrinterColumn(
        name = "Active",
        jsonPath = ".status.active.generation",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
        name = "Target",
        jsonPath = ".spec.target.generation",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "Ready", jsonPath = ".status.conditions[?(@.type==\"Ready\")].status")
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
public final class NodePin extends CustomResource<NodePinSpec, NodePinStatus> {}
