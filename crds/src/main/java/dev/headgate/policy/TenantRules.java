package dev.headgate.policy;

import dev.headgate.api.Bounds;
import dev.headgate.api.NodeAdmissionPolicySpec;
import dev.headgate.api.TenantSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules of {@code spec.tenants}. */
final class TenantRules {
    private final NodeAdmissionPolicySpec policy;
    private final Amounts amounts;
    private final Findings findings;
    private final Set<CellClassName> cellClasses;
    private final Set<String> trustClasses;

    private TenantRules(NodeAdmissionPolicySpec policy, Amounts amounts, Findings findings) {
        this.policy = policy;
        this.amounts = amounts;
        this.findings = findings;
        cellClasses = CellClassRules.declared(policy.cellClasses());
        trustClasses = policy.trustClasses().stream().map(t -> t.name()).collect(Collectors.toSet());
    }

    static List<Tenant> compile(NodeAdmissionPolicySpec policy, Amounts amounts, Findings findings) {
        var rules = new TenantRules(policy, amounts, findings);
        rules.namespacesBelongToOneTenant();
        rules.subjectsAreBounded();
        return policy.tenants().stream()
                .map(rules::compile)
                .sorted(Comparator.comparing(Tenant::name))
                .toList();
    }

    private void namespacesBelongToOneTenant() {
        var owners = new HashMap<String, String>();
        for (TenantSpec tenant : policy.tenants()) {
            for (int i = 0; i < tenant.namespaces().size(); i++) {
                String owner = owners.putIfAbsent(tenant.namespaces().get(i), tenant.name());
                if (owner != null && !owner.equals(tenant.name())) {
                    findings.add(
                            path(tenant) + ".namespaces[" + i + "]",
                            "a namespace belongs to one tenant; "
                                    + tenant.namespaces().get(i) + " is of tenant " + owner + " too",
                            "remove it from one of them");
                }
            }
        }
    }

    private void subjectsAreBounded() {
        long count = policy.tenants().stream()
                .mapToLong(t -> t.subjects().size() + (long) t.executors().size())
                .sum();
        if (count > Bounds.SUBJECTS_PER_POLICY) {
            findings.add(
                    "spec.tenants",
                    "subjects and executors of all tenants are at most " + Bounds.SUBJECTS_PER_POLICY
                            + " together, not " + count,
                    "divide the tenants between policies");
        }
    }

    private Tenant compile(TenantSpec spec) {
        String path = path(spec);
        Identifiers.bounded(
                path + ".name", spec.name(), policy.identifierLimits().maxLength(), findings);
        findings.duplicates(path + ".namespaces", spec.namespaces(), Spelling::of);
        findings.duplicates(path + ".trustClasses", spec.trustClasses(), Spelling::of);
        for (int i = 0; i < spec.trustClasses().size(); i++) {
            if (!trustClasses.contains(spec.trustClasses().get(i))) {
                findings.add(
                        path + ".trustClasses[" + i + "]",
                        "the policy has no trust class " + spec.trustClasses().get(i),
                        "add it to spec.trustClasses, or remove it here");
            }
        }
        return new Tenant(
                spec.name(),
                CellClassRules.sorted(spec.namespaces()),
                subjects(path + ".subjects", spec),
                executors(path + ".executors", spec),
                CellClassRules.sorted(spec.trustClasses()),
                CellClassRules.references(path + ".cellClasses", spec.cellClasses(), cellClasses, findings),
                amounts.held(path + ".nodeLimits", spec.nodeLimits()),
                amounts.bytes(path + ".maxPayload", spec.maxPayload()),
                spec.maxPriority());
    }

    private List<TenantSubject> subjects(String path, TenantSpec spec) {
        var subjects = new ArrayList<TenantSubject>();
        for (int i = 0; i < spec.subjects().size(); i++) {
            subjects.add(
                    SubjectRules.compile(path + "[" + i + "]", spec.subjects().get(i), amounts, findings));
        }
        findings.duplicates(path, subjects.stream().map(TenantSubject::subject).toList(), SubjectRules::words);
        subjects.sort(Comparator.comparing(TenantSubject::subject));
        return subjects;
    }

    private List<Subject> executors(String path, TenantSpec spec) {
        var executors = new ArrayList<Subject>();
        for (int i = 0; i < spec.executors().size(); i++) {
            executors.add(
                    SubjectRules.compile(path + "[" + i + "]", spec.executors().get(i), findings));
        }
        findings.duplicates(path, executors, SubjectRules::words);
        return CellClassRules.sorted(executors);
    }

    private static String path(TenantSpec spec) {
        return "spec.tenants[" + spec.name() + "]";
    }
}
