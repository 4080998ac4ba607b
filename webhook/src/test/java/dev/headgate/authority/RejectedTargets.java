package dev.headgate.authority;

import static dev.headgate.authority.TestingNode.ADMINISTRATOR;
import static dev.headgate.authority.TestingNode.RUNTIME;
import static dev.headgate.authority.TestingNode.given;
import static dev.headgate.authority.TestingNode.refused;

import dev.headgate.admission.Caller;
import dev.headgate.admission.Selection;
import dev.headgate.admission.TestingPolicy;
import dev.headgate.admission.TestingRequest;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.Outcome;
import dev.headgate.policy.History;
import dev.headgate.policy.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A process of its own that refuses many distinct targets and callers, completes reservations, and prints what it holds before
 * and after. Run by {@link RejectedTargetsTest}.
 */
final class RejectedTargets {
    private RejectedTargets() {}

    public static void main(String[] arguments) throws Exception {
        int rejections = Integer.parseInt(arguments[0]);
        int reservations = Integer.parseInt(arguments[1]);
        TestingPolicy policy = new TestingPolicy();
        policy.history = new History(10, 3_600_000);
        TestingNode node = new TestingNode(policy);
        // Classes and code are loaded on first use; what comes after is what grows.
        refuse(node, "warm-up-", 2_000);
        reserve(node, "warm-up-", 100);
        print("before", held(node));
        refuse(node, "target-", rejections);
        reserve(node, "work-", reservations);
        print("after", held(node));
    }

    private static void refuse(TestingNode node, String prefix, int count) {
        for (int n = 0; n < count; n++) {
            TestingRequest request = new TestingRequest(prefix + n);
            request.selection = new Selection.Target(prefix + n, "default", "payments.v1", "authorize", null);
            refused(node.authority.admit(RUNTIME, request.build()));
            request.tenant = prefix + n;
            refused(node.authority.admit(
                    new Caller(new Subject.User(prefix + n), false, Map.of("claim-" + n, "x")), request.build()));
        }
    }

    private static void reserve(TestingNode node, String prefix, int count) {
        for (int n = 0; n < count; n++) {
            PermitView permit = node.admitted(prefix + n);
            PermitView executing = given(node.authority.start(RUNTIME, permit.permitId(), "x"));
            given(node.authority.complete(
                    RUNTIME, permit.permitId(), executing.fencingToken(), Completion.of(Outcome.SUCCEEDED)));
        }
    }

    private static Map<String, Long> held(TestingNode node) throws IOException, InterruptedException {
        Map<String, Long> held = new TreeMap<>();
        held.put("heapBytes", heapBytes());
        held.put("threads", count(Path.of("/proc/self/task"), false));
        held.put("descriptors", count(Path.of("/proc/self/fd"), false));
        held.put("sockets", count(Path.of("/proc/self/fd"), true));
        held.put("children", ProcessHandle.current().children().count());
        held.put("tenantCounters", tenantCounters(node));
        return held;
    }

    /** Counters of tenants and principals that hold something, or that no policy names. */
    private static long tenantCounters(TestingNode node) {
        return Stream.of("acme", "other", "target-1", "warm-up-1")
                .flatMap(tenant -> given(node.authority.quota(ADMINISTRATOR, tenant)).stream())
                .filter(quota -> quota.used() > 0
                        || quota.name().contains("target")
                        || quota.name().contains("warm-up"))
                .count();
    }

    private static long heapBytes() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int collection = 0; collection < 4; collection++) {
            System.gc();
            Thread.sleep(50);
            least = Math.min(
                    least,
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }

    private static long count(Path directory, boolean socketsOnly) throws IOException {
        List<Path> entries;
        try (Stream<Path> listed = Files.list(directory)) {
            entries = listed.toList();
        }
        return entries.stream().filter(entry -> !socketsOnly || isSocket(entry)).count();
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException _) {
            // The descriptor of the listing itself is closed by now.
            return false;
        }
    }

    private static void print(String when, Map<String, Long> held) {
        held.forEach((what, amount) -> System.out.println(when + "." + what + "=" + amount));
    }
}
