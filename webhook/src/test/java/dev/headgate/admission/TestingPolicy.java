package dev.headgate.admission;

import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.AttributeLimits;
import dev.headgate.policy.Backend;
import dev.headgate.policy.Budget;
import dev.headgate.policy.Catalog;
import dev.headgate.policy.CellClass;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.Delegation;
import dev.headgate.policy.Durability;
import dev.headgate.policy.Enforcer;
import dev.headgate.policy.ExecutionBound;
import dev.headgate.policy.Feasibility;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.History;
import dev.headgate.policy.IdentifierLimits;
import dev.headgate.policy.Lease;
import dev.headgate.policy.LoadSource;
import dev.headgate.policy.NodeRules;
import dev.headgate.policy.Overload;
import dev.headgate.policy.PlacementRules;
import dev.headgate.policy.Profile;
import dev.headgate.policy.QueueClass;
import dev.headgate.policy.Revision;
import dev.headgate.policy.Route;
import dev.headgate.policy.Service;
import dev.headgate.policy.StateModel;
import dev.headgate.policy.Subject;
import dev.headgate.policy.Tenant;
import dev.headgate.policy.TenantSubject;
import dev.headgate.policy.ThreadingModel;
import dev.headgate.policy.TrustClass;
import dev.headgate.policy.WeightedRevision;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A policy for tests, to be changed field by field before it is pinned. As it comes: tenant {@code acme} with the subjects
 * {@link #RUNTIME} and {@link #ALICE} and the executor {@link #WORKER}, tenant {@code other} with {@link #BOB}; service
 * {@code payments} with route {@code default}, one revision {@code r1} and one profile; wide limits.
 */
public final class TestingPolicy {
    public static final Subject RUNTIME = new Subject.ServiceAccount("payments", "runtime");
    public static final Subject ALICE = new Subject.User("alice");
    public static final Subject BOB = new Subject.User("bob");
    public static final Subject WORKER = new Subject.ServiceAccount("payments", "worker");
    public static final String DIGEST = "sha256:" + "a1".repeat(32);
    public static final String RELEASE = "sha256:" + "b2".repeat(32);
    public static final long FUEL = 1_000;
    public static final long MEMORY = 1_000_000;
    public static final ExecutionBound BOUND = new ExecutionBound(List.of(Enforcer.DEADLINE_KILL), 500);

    public long generation = 1;
    public String digest = DIGEST;
    public Placement placement = new Placement("amd64", "eu-1", "eu-1a");
    public Budget nodeCeiling = new Budget(30_000, 1_000_000, 512_000_000);
    public HeldLimits nodeLimits = wide();
    public long nodeMaxPayload = 1_000_000;
    public int nodeMaxPriority = 9;
    public IdentifierLimits identifierLimits = new IdentifierLimits(64, 128);
    public AttributeLimits attributeLimits = new AttributeLimits(8, 1_000);
    public Overload overload = new Overload(900, 850, 5_000, LoadSource.NODE);
    public Feasibility feasibility = new Feasibility(100, 20, 5);
    public Lease lease = new Lease(30_000, 30_000, 5_000);
    public History history = new History(1_000, 3_600_000);
    public HeldLimits trustLimits = wide();
    public List<CellClassName> trustCells = List.of(CellClassName.SMALL, CellClassName.STANDARD);
    public List<QueueClass> queueClasses =
            List.of(new QueueClass("batch", 0, 4, 1_000_000), new QueueClass("interactive", 5, 9, 1_000_000));
    public List<CellClass> cellClasses = List.of(
            cell(CellClassName.SMALL, 128_000_000, 1_000_000), cell(CellClassName.STANDARD, 512_000_000, 1_000_000));
    public HeldLimits tenantLimits = wide();
    public List<String> tenantTrust = List.of("standard");
    public List<CellClassName> tenantCells = List.of(CellClassName.SMALL, CellClassName.STANDARD);
    public long tenantMaxPayload = 500_000;
    public int tenantMaxPriority = 7;
    public List<Subject> executors = List.of(WORKER);
    public List<TenantSubject> subjects = List.of(
            new TenantSubject(RUNTIME, "payments", Delegation.ON_BEHALF_OF, HeldLimits.UNDECLARED),
            new TenantSubject(ALICE, null, Delegation.NONE, HeldLimits.UNDECLARED));
    public List<TenantSubject> otherSubjects =
            List.of(new TenantSubject(BOB, null, Delegation.NONE, HeldLimits.UNDECLARED));
    public boolean withAcme = true;
    public Budget capsuleCeiling = new Budget(10_000, FUEL, MEMORY);
    public Budget deploymentCeiling = new Budget(10_000, FUEL, MEMORY);
    public PlacementRules placementRules = new PlacementRules(List.of(), List.of(), List.of());
    public List<Profile> profiles = List.of(profile("only"));
    public List<WeightedRevision> weights = List.of(new WeightedRevision("r1", 1));
    public String trustClassOfRevision = "standard";

    public static HeldLimits wide() {
        return new HeldLimits(1_000_000, 1_000_000, 1_000_000_000_000L, 1_000_000_000_000_000L);
    }

    public static CellClass cell(CellClassName name, long memoryBytes, int parallelism) {
        return new CellClass(
                name,
                memoryBytes,
                parallelism,
                List.of(ThreadingModel.SINGLE),
                List.of(StateModel.STATELESS),
                List.of("simd"),
                List.of(Backend.WASM),
                16,
                -1);
    }

    public static Profile profile(String name) {
        return profile(name, HeldLimits.NONE, HeldLimits.NONE);
    }

    /** A profile whose work nothing ends from outside. */
    public static Profile unbounded(String name) {
        return profile(
                name,
                HeldLimits.NONE,
                HeldLimits.NONE,
                List.of(CellClassName.SMALL, CellClassName.STANDARD),
                ExecutionBound.NONE);
    }

    public static Profile profile(String name, long cpuFuelCeiling, long memoryCeiling) {
        return profile(name, cpuFuelCeiling, memoryCeiling, List.of(CellClassName.SMALL, CellClassName.STANDARD));
    }

    public static Profile profile(String name, long cpuFuelCeiling, long memoryCeiling, List<CellClassName> cells) {
        return profile(name, cpuFuelCeiling, memoryCeiling, cells, BOUND);
    }

    private static Profile profile(
            String name,
            long cpuFuelCeiling,
            long memoryCeiling,
            List<CellClassName> cells,
            ExecutionBound executionBound) {
        return new Profile(
                name,
                cpuFuelCeiling,
                memoryCeiling,
                Backend.WASM,
                ThreadingModel.SINGLE,
                StateModel.STATELESS,
                List.of("simd"),
                8,
                cells,
                "local",
                "payments.v1/authorize",
                executionBound);
    }

    /** Compiles nothing: puts the fields together. */
    public AdmissionPolicy policy() {
        List<Tenant> tenants = new ArrayList<>();
        if (withAcme) {
            tenants.add(new Tenant(
                    "acme",
                    List.of("payments"),
                    subjects,
                    executors,
                    tenantTrust,
                    tenantCells,
                    tenantLimits,
                    tenantMaxPayload,
                    tenantMaxPriority));
        }
        tenants.add(new Tenant(
                "other",
                List.of("others"),
                otherSubjects,
                List.of(),
                List.of("standard"),
                List.of(CellClassName.SMALL, CellClassName.STANDARD),
                wide(),
                500_000,
                7));
        List<Catalog> catalogs = new ArrayList<>();
        if (withAcme) {
            catalogs.add(catalog("payments", "acme"));
        }
        catalogs.add(catalog("others", "other"));
        return new AdmissionPolicy(
                Durability.MEMORY,
                new NodeRules(nodeCeiling, nodeLimits, nodeMaxPayload, nodeMaxPriority),
                identifierLimits,
                attributeLimits,
                overload,
                List.of(),
                feasibility,
                lease,
                history,
                List.of(
                        new TrustClass("internal", wide(), List.of(CellClassName.SMALL)),
                        new TrustClass("standard", trustLimits, trustCells)),
                queueClasses,
                cellClasses,
                tenants,
                catalogs);
    }

    private Catalog catalog(String namespace, String tenant) {
        List<Revision> revisions = new ArrayList<>();
        for (WeightedRevision weight : weights) {
            revisions.add(new Revision(
                    weight.revision(),
                    "payments",
                    RELEASE,
                    trustClassOfRevision,
                    capsuleCeiling,
                    deploymentCeiling,
                    placementRules,
                    profiles));
        }
        Route route = new Route("default", "payments.v1", List.of("authorize", "capture"), weights);
        return new Catalog(namespace, "payments", tenant, List.of(new Service("payments", List.of(route))), revisions);
    }

    /** Pins the fields as they are now. */
    public Pin pin() {
        return new Pin("edge", generation, digest, policy(), placement);
    }

    /** The target that the policy serves. */
    public static Selection.Target target(@Nullable String routingKey) {
        return new Selection.Target("payments", "default", "payments.v1", "authorize", routingKey);
    }

    /** The tuple that the policy serves, of the first generation. */
    public static RevisionTuple tuple() {
        return new RevisionTuple("acme", "payments", "default", "payments.v1", "authorize", "r1", RELEASE, 1, DIGEST);
    }
}
