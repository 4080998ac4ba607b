package dev.headgate.bench;

import dev.headgate.admission.Pin;
import dev.headgate.admission.Placement;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.AttributeLimits;
import dev.headgate.policy.Budget;
import dev.headgate.policy.Catalog;
import dev.headgate.policy.CellClass;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.Delegation;
import dev.headgate.policy.Durability;
import dev.headgate.policy.Feasibility;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.History;
import dev.headgate.policy.IdentifierLimits;
import dev.headgate.policy.Lease;
import dev.headgate.policy.LoadSource;
import dev.headgate.policy.NodeRules;
import dev.headgate.policy.Overload;
import dev.headgate.policy.PlacementRules;
import dev.headgate.policy.QueueClass;
import dev.headgate.policy.Revision;
import dev.headgate.policy.Route;
import dev.headgate.policy.Service;
import dev.headgate.policy.Subject;
import dev.headgate.policy.Tenant;
import dev.headgate.policy.TenantSubject;
import dev.headgate.policy.TrustClass;
import dev.headgate.policy.WeightedRevision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A policy at the bounds of design page 3: 500 tenants, 16 classes of each kind, 5 cell classes, 20,000 revisions. */
final class LargestPolicy {
    static final int TENANTS = 500;
    static final int SUBJECTS = 8;
    private static final int SERVICES = 20;
    private static final int CLASSES = 16;

    private LargestPolicy() {}

    static Pin pin() {
        List<TrustClass> trust = new ArrayList<>();
        List<QueueClass> queues = new ArrayList<>();
        List<CellClass> cells = new ArrayList<>();
        List<CellClassName> cellNames = Arrays.asList(CellClassName.values());
        for (int n = 0; n < CLASSES; n++) {
            trust.add(new TrustClass("trust-" + n, TestingPolicy.wide(), cellNames));
            queues.add(new QueueClass("queue-" + n, n, n, 1_000_000));
        }
        for (CellClassName name : cellNames) {
            cells.add(TestingPolicy.cell(name, 128_000_000L, 1_000_000));
        }
        List<Tenant> tenants = new ArrayList<>();
        List<Catalog> catalogs = new ArrayList<>();
        for (int n = 0; n < TENANTS; n++) {
            tenants.add(tenant(n, cellNames));
            catalogs.add(catalog(n, cellNames));
        }
        AdmissionPolicy policy = new AdmissionPolicy(
                Durability.MEMORY,
                new NodeRules(new Budget(30_000, 1_000_000, 512_000_000), TestingPolicy.wide(), 1_000_000, CLASSES - 1),
                new IdentifierLimits(128, 128),
                new AttributeLimits(32, 8_192),
                new Overload(900, 850, 3_600_000, LoadSource.NODE),
                List.of(),
                new Feasibility(0, 0, 0),
                new Lease(30_000, 30_000, 5_000),
                new History(10_000, 3_600_000),
                trust,
                queues,
                cells,
                tenants,
                catalogs);
        return new Pin("largest", 1, TestingPolicy.DIGEST, policy, new Placement("amd64", "eu-1", "eu-1a"));
    }

    static Subject subject(int tenant, int subject) {
        return new Subject.ServiceAccount("namespace-" + tenant, "runtime-" + subject);
    }

    private static Tenant tenant(int n, List<CellClassName> cells) {
        List<TenantSubject> subjects = new ArrayList<>();
        for (int s = 0; s < SUBJECTS; s++) {
            subjects.add(new TenantSubject(subject(n, s), "payments", Delegation.NONE, HeldLimits.UNDECLARED));
        }
        List<String> trust = new ArrayList<>();
        for (int t = 0; t < CLASSES; t++) {
            trust.add("trust-" + t);
        }
        return new Tenant(
                "tenant-" + n,
                List.of("namespace-" + n),
                subjects,
                List.of(),
                trust,
                cells,
                TestingPolicy.wide(),
                500_000,
                CLASSES - 1);
    }

    private static Catalog catalog(int tenant, List<CellClassName> cells) {
        List<Service> services = new ArrayList<>();
        List<Revision> revisions = new ArrayList<>();
        for (int s = 0; s < SERVICES; s++) {
            String service = "service-" + s;
            List<WeightedRevision> weights = List.of(new WeightedRevision("r1", 90), new WeightedRevision("r2", 10));
            for (WeightedRevision weight : weights) {
                revisions.add(new Revision(
                        weight.revision(),
                        service,
                        TestingPolicy.RELEASE,
                        "trust-" + (s % CLASSES),
                        new Budget(10_000, 1_000, 1_000_000),
                        new Budget(10_000, 1_000, 1_000_000),
                        new PlacementRules(List.of(), List.of(), List.of()),
                        List.of(TestingPolicy.profile("only", HeldLimits.NONE, HeldLimits.NONE, cells))));
            }
            services.add(new Service(
                    service, List.of(new Route("default", "payments.v1", List.of("authorize", "capture"), weights))));
        }
        return new Catalog("namespace-" + tenant, "catalog", "tenant-" + tenant, services, revisions);
    }
}
