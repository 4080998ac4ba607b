package dev.headgate.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** One generation of a policy (design page 5). Cluster scope, {@code psnap}; written by the operator alone. */
@Group("headgate.dev")
@Version("v1alpha1")
@ShortNames("psnap")
@Plural("policysnapshots")
@JsonClassDescription(
        "One generation of a NodeAdmissionPolicy with its catalogs, compiled: the list of its parts, its digest, and the record of the change that made it. The operator writes it, nodes pin it, nothing edits it. It is not about Kubernetes API admission.")
@ValidationRule(
        value =
                "self.metadata.name.startsWith(self.spec.policy + '-') && self.metadata.name.substring(size(self.spec.policy) + 1) == string(self.spec.generation)",
        message = "the name must be <policy>-<generation>")
@AdditionalPrinterColumn(name = "Policy", jsonPath = ".spec.policy")
@AdditionalPrinterColumn(
        name = "Generation",
        jsonPath = ".spec.generation",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "Change", jsonPath = ".spec.audit.kind")
@AdditionalPrinterColumn(name = "Digest", jsonPath = ".spec.shortDigest")
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(name = "Cause", jsonPath = ".spec.audit.cause")
public final class PolicySnapshot extends CustomResource<PolicySnapshotSpec, Void> {}
