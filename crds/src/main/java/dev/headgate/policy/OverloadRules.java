package dev.headgate.policy;

import dev.headgate.api.NodeAdmissionPolicySpec;
import java.util.ArrayList;
import java.util.List;

/** Rules of {@code spec.overload} and {@code spec.loadReporters}. */
final class OverloadRules {
    private OverloadRules() {}

    static Overload compile(NodeAdmissionPolicySpec spec, Amounts amounts, Findings findings) {
        var overload = spec.overload();
        boolean reported = overload.source() == LoadSource.REPORTED;
        if (reported && spec.loadReporters().isEmpty()) {
            findings.add(
                    "spec.loadReporters",
                    "overload.source Reported needs somebody who reports",
                    "list the subjects that send the load, or use source Node");
        }
        if (!reported && !spec.loadReporters().isEmpty()) {
            findings.add(
                    "spec.loadReporters",
                    "with overload.source Node nobody's report counts",
                    "remove loadReporters, or use source Reported");
        }
        return new Overload(
                amounts.perMille("spec.overload.cpuThreshold", overload.cpuThreshold()),
                amounts.perMille("spec.overload.memoryThreshold", overload.memoryThreshold()),
                amounts.positiveMillis("spec.overload.maxObservationAge", overload.maxObservationAge()),
                overload.source());
    }

    static List<Subject> reporters(NodeAdmissionPolicySpec spec, Findings findings) {
        var reporters = new ArrayList<Subject>();
        for (int i = 0; i < spec.loadReporters().size(); i++) {
            reporters.add(SubjectRules.compile(
                    "spec.loadReporters[" + i + "]", spec.loadReporters().get(i), findings));
        }
        findings.duplicates("spec.loadReporters", reporters, SubjectRules::words);
        return reporters.stream().sorted().distinct().toList();
    }
}
