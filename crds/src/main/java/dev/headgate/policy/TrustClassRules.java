package dev.headgate.policy;

import dev.headgate.api.NodeAdmissionPolicySpec;
import dev.headgate.api.TrustClassSpec;
import java.util.Comparator;
import java.util.List;

/** Rules of {@code spec.trustClasses}. */
final class TrustClassRules {
    private TrustClassRules() {}

    static List<TrustClass> compile(NodeAdmissionPolicySpec policy, Amounts amounts, Findings findings) {
        var cellClasses = CellClassRules.declared(policy.cellClasses());
        return policy.trustClasses().stream()
                .map(spec -> {
                    String path = path(spec);
                    return new TrustClass(
                            spec.name(),
                            amounts.held(path + ".limits", spec.limits()),
                            CellClassRules.references(
                                    path + ".cellClasses", spec.cellClasses(), cellClasses, findings));
                })
                .sorted(Comparator.comparing(TrustClass::name))
                .toList();
    }

    private static String path(TrustClassSpec spec) {
        return "spec.trustClasses[" + spec.name() + "]";
    }
}
