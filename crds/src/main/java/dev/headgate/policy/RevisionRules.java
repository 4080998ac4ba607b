package dev.headgate.policy;

import dev.headgate.api.PlacementSpec;
import dev.headgate.api.ProfileSpec;
import dev.headgate.api.RevisionSpec;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rules of revisions and their profiles. */
final class RevisionRules {
    private RevisionRules() {}

    static Revision compile(RevisionSpec spec, Set<String> services, AdmissionPolicy policy, Findings findings) {
        var amounts = new Amounts(findings);
        String path = "spec.revisions[" + spec.service() + "/" + spec.name() + "]";
        int generated = policy.identifierLimits().maxGeneratedLength();
        Identifiers.bounded(path + ".name", spec.name(), generated, findings);
        Identifiers.bounded(path + ".release", spec.release(), generated, findings);
        if (!services.contains(spec.service())) {
            findings.add(
                    path + ".service",
                    "this catalog has no service " + spec.service(),
                    "add the service, or name one that is there");
        }
        if (policy.trustClasses().stream().noneMatch(trust -> trust.name().equals(spec.trustClass()))) {
            findings.add(
                    path + ".trustClass",
                    "the policy has no trust class " + spec.trustClass(),
                    "name one of the policy's, or ask its owner to add it");
        }
        return new Revision(
                spec.name(),
                spec.service(),
                spec.release(),
                spec.trustClass(),
                amounts.budget(path + ".capsuleCeiling", spec.capsuleCeiling()),
                amounts.budget(path + ".deploymentCeiling", spec.deploymentCeiling()),
                placement(path + ".placement", spec.placement(), findings),
                profiles(path, spec.profiles(), policy, amounts, findings));
    }

    private static PlacementRules placement(String path, @Nullable PlacementSpec spec, Findings findings) {
        if (spec == null) {
            return new PlacementRules(List.of(), List.of(), List.of());
        }
        findings.duplicates(path + ".architectures", spec.architectures(), Spelling::of);
        findings.duplicates(path + ".regions", spec.regions(), Spelling::of);
        findings.duplicates(path + ".zones", spec.zones(), Spelling::of);
        return new PlacementRules(
                CellClassRules.sorted(spec.architectures()),
                CellClassRules.sorted(spec.regions()),
                CellClassRules.sorted(spec.zones()));
    }

    private static List<Profile> profiles(
            String revision, List<ProfileSpec> specs, AdmissionPolicy policy, Amounts amounts, Findings findings) {
        var declared = EnumSet.noneOf(CellClassName.class);
        policy.cellClasses().forEach(cellClass -> declared.add(cellClass.name()));
        return specs.stream()
                .map(spec ->
                        profile(revision + ".profiles[" + spec.name() + "]", spec, policy, declared, amounts, findings))
                .toList();
    }

    private static Profile profile(
            String path,
            ProfileSpec spec,
            AdmissionPolicy policy,
            Set<CellClassName> declared,
            Amounts amounts,
            Findings findings) {
        findings.duplicates(path + ".features", spec.features(), Spelling::of);
        var resources = spec.resources();
        Long cpuFuel = resources == null ? null : resources.cpuFuel();
        String memory = resources == null ? null : resources.memory();
        return new Profile(
                spec.name(),
                cpuFuel == null ? HeldLimits.NONE : cpuFuel,
                memory == null ? HeldLimits.NONE : amounts.positiveBytes(path + ".resources.memory", memory),
                spec.backend(),
                spec.threadingModel(),
                spec.stateModel(),
                CellClassRules.sorted(spec.features()),
                spec.maxCallDepth(),
                CellClassRules.references(path + ".cellClasses", spec.cellClasses(), declared, findings),
                spec.route(),
                spec.outputContract(),
                LeaseRules.bound(path, spec.executionBound(), policy, amounts, findings));
    }
}
