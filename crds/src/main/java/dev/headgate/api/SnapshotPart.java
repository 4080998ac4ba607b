package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** Content that snapshots share, named by its digest (design page 5). Cluster scope; written by the operator alone. */
@Group("headgate.dev")
@Version("v1alpha1")
@Plural("snapshotparts")
@JsonClassDescription(
        "A part of the content of policy snapshots, named by its digest and shared by all snapshots that hold it. The operator writes and deletes it, nodes read it, nothing edits it. It is not about Kubernetes API admission.")
@ValidationRule(
        value = "self.metadata.name == 'part-' + self.spec.digest.substring(7, 47)",
        message = "the name must be part- and the first 40 hex digits of spec.digest")
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
public final class SnapshotPart extends CustomResource<SnapshotPartSpec, Void> {}
