package dev.headgate.http;

import static dev.headgate.admission.RequestedBudget.ABSENT;
import static dev.headgate.http.JsonInput.MAX_INTEGER;
import static dev.headgate.http.JsonInput.missing;
import static dev.headgate.http.JsonInput.once;
import static dev.headgate.http.JsonInput.required;
import static dev.headgate.http.JsonInput.unknown;
import static dev.headgate.http.JsonInput.wrong;

import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.RequestedBudget;
import dev.headgate.admission.ResolutionRequest;
import dev.headgate.admission.RevisionTuple;
import dev.headgate.admission.Selection;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bodies of requests, read straight into what they mean (design page 6). Every path below is one of openapi.yaml. */
final class RequestBodies {
    private RequestBodies() {}

    static AdmissionRequest admission(JsonInput in) throws IOException {
        int seen = 0;
        String activationId = null;
        String tenant = null;
        String onBehalfOf = null;
        Selection.Target target = null;
        Selection.Presented revision = null;
        String routingKey = null;
        int priority = 0;
        long payloadBytes = -1;
        RequestedBudget budget = RequestedBudget.UNSPECIFIED;
        long deadline = AdmissionRequest.NO_DEADLINE;
        Map<String, String> attributes = Map.of();
        String startExecutorId = null;
        for (String name = in.field(); name != null; name = in.field()) {
            switch (name) {
                case "activationId" -> {
                    seen = once(seen, 0, "activationId");
                    activationId = in.text("activationId");
                }
                case "tenant" -> {
                    seen = once(seen, 1, "tenant");
                    tenant = in.text("tenant");
                }
                case "onBehalfOf" -> {
                    seen = once(seen, 2, "onBehalfOf");
                    onBehalfOf = in.text("onBehalfOf");
                }
                case "target" -> {
                    seen = once(seen, 3, "target");
                    target = target(in);
                }
                case "revision" -> {
                    seen = once(seen, 4, "revision");
                    revision = revision(in);
                }
                case "routingKey" -> {
                    seen = once(seen, 5, "routingKey");
                    routingKey = in.text("routingKey");
                }
                case "priority" -> {
                    seen = once(seen, 6, "priority");
                    priority = (int) in.integer("priority", 0, Integer.MAX_VALUE);
                }
                case "payloadBytes" -> {
                    seen = once(seen, 7, "payloadBytes");
                    payloadBytes = in.integer("payloadBytes", 0, MAX_INTEGER);
                }
                case "budget" -> {
                    seen = once(seen, 8, "budget");
                    budget = budget(in);
                }
                case "deadline" -> {
                    seen = once(seen, 9, "deadline");
                    deadline = in.timestamp("deadline");
                }
                case "attributes" -> {
                    seen = once(seen, 10, "attributes");
                    attributes = in.stringMap("attributes");
                }
                case "start" -> {
                    seen = once(seen, 11, "start");
                    startExecutorId = start(in);
                }
                default -> throw unknown("");
            }
        }
        if (payloadBytes < 0) {
            throw missing("payloadBytes");
        }
        return new AdmissionRequest(
                required(activationId, "activationId"),
                tenant,
                onBehalfOf,
                selection(target, revision, routingKey),
                priority,
                payloadBytes,
                budget,
                deadline,
                attributes,
                null,
                startExecutorId);
    }

    private static String start(JsonInput in) throws IOException {
        in.openObject("start");
        int seen = 0;
        String executorId = null;
        for (String name = in.field(); name != null; name = in.field()) {
            if (!name.equals("executorId")) {
                throw unknown("start");
            }
            seen = once(seen, 0, "start.executorId");
            executorId = in.text("start.executorId");
        }
        return required(executorId, "start.executorId");
    }

    private static Selection selection(
            Selection.@Nullable Target target, Selection.@Nullable Presented revision, @Nullable String routingKey) {
        if (revision == null) {
            return withRoutingKey(required(target, "target"), routingKey);
        }
        if (target != null) {
            throw wrong("revision", "Either target or revision is given, not both.");
        }
        if (routingKey != null) {
            throw wrong("routingKey", "A routing key goes with target; a revision is never selected again.");
        }
        return revision;
    }

    private static Selection.Target withRoutingKey(Selection.Target target, @Nullable String routingKey) {
        return routingKey == null
                ? target
                : new Selection.Target(
                        target.service(), target.route(), target.contract(), target.function(), routingKey);
    }

    static ResolutionRequest resolution(JsonInput in) throws IOException {
        int seen = 0;
        String tenant = null;
        Selection.Target target = null;
        String routingKey = null;
        Map<String, String> attributes = Map.of();
        for (String name = in.field(); name != null; name = in.field()) {
            switch (name) {
                case "tenant" -> {
                    seen = once(seen, 0, "tenant");
                    tenant = in.text("tenant");
                }
                case "target" -> {
                    seen = once(seen, 1, "target");
                    target = target(in);
                }
                case "routingKey" -> {
                    seen = once(seen, 2, "routingKey");
                    routingKey = in.text("routingKey");
                }
                case "attributes" -> {
                    seen = once(seen, 3, "attributes");
                    attributes = in.stringMap("attributes");
                }
                default -> throw unknown("");
            }
        }
        return new ResolutionRequest(tenant, withRoutingKey(required(target, "target"), routingKey), attributes);
    }

    private static Selection.Target target(JsonInput in) throws IOException {
        in.openObject("target");
        int seen = 0;
        String service = null;
        String route = null;
        String contract = null;
        String function = null;
        for (String name = in.field(); name != null; name = in.field()) {
            switch (name) {
                case "service" -> {
                    seen = once(seen, 0, "target.service");
                    service = in.text("target.service");
                }
                case "route" -> {
                    seen = once(seen, 1, "target.route");
                    route = in.text("target.route");
                }
                case "contract" -> {
                    seen = once(seen, 2, "target.contract");
                    contract = in.text("target.contract");
                }
                case "function" -> {
                    seen = once(seen, 3, "target.function");
                    function = in.text("target.function");
                }
                default -> throw unknown("target");
            }
        }
        return new Selection.Target(
                required(service, "target.service"),
                required(route, "target.route"),
                required(contract, "target.contract"),
                required(function, "target.function"),
                null);
    }

    private static Selection.Presented revision(JsonInput in) throws IOException {
        in.openObject("revision");
        @Nullable String[] texts = new @Nullable String[TUPLE_TEXTS.length];
        int seen = 0;
        long generation = -1;
        Map<String, String> attributes = Map.of();
        for (String name = in.field(); name != null; name = in.field()) {
            switch (name) {
                case "generation" -> {
                    seen = once(seen, 30, "revision.generation");
                    generation = in.integer("revision.generation", 0, MAX_INTEGER);
                }
                case "attributes" -> {
                    seen = once(seen, 29, "revision.attributes");
                    attributes = in.stringMap("revision.attributes");
                }
                default -> {
                    int index = indexOf(name);
                    seen = once(seen, index, "revision." + TUPLE_TEXTS[index]);
                    texts[index] = in.text("revision." + TUPLE_TEXTS[index]);
                }
            }
        }
        if (generation < 0) {
            throw missing("revision.generation");
        }
        for (int i = 0; i < texts.length; i++) {
            required(texts[i], "revision." + TUPLE_TEXTS[i]);
        }
        return new Selection.Presented(tuple(texts, generation), attributes);
    }

    private static final String[] TUPLE_TEXTS = {
        "tenant", "service", "route", "contract", "function", "revision", "release", "digest"
    };

    private static int indexOf(String name) {
        for (int i = 0; i < TUPLE_TEXTS.length; i++) {
            if (TUPLE_TEXTS[i].equals(name)) {
                return i;
            }
        }
        throw unknown("revision");
    }

    private static RevisionTuple tuple(@Nullable String[] texts, long generation) {
        return new RevisionTuple(
                required(texts[0], "revision.tenant"),
                required(texts[1], "revision.service"),
                required(texts[2], "revision.route"),
                required(texts[3], "revision.contract"),
                required(texts[4], "revision.function"),
                required(texts[5], "revision.revision"),
                required(texts[6], "revision.release"),
                generation,
                required(texts[7], "revision.digest"));
    }

    private static RequestedBudget budget(JsonInput in) throws IOException {
        in.openObject("budget");
        int seen = 0;
        long[] amounts = {ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT};
        for (String name = in.field(); name != null; name = in.field()) {
            switch (name) {
                case "wallTime" -> {
                    seen = once(seen, 0, "budget.wallTime");
                    amounts[0] = in.duration("budget.wallTime");
                }
                case "cpuFuel" -> {
                    seen = once(seen, 1, "budget.cpuFuel");
                    amounts[1] = in.integer("budget.cpuFuel", 0, MAX_INTEGER);
                }
                case "memory" -> {
                    seen = once(seen, 2, "budget.memory");
                    amounts[2] = in.quantity("budget.memory");
                }
                case "hostCalls" -> {
                    seen = once(seen, 3, "budget.hostCalls");
                    amounts[3] = in.integer("budget.hostCalls", 0, MAX_INTEGER);
                }
                case "networkBytes" -> {
                    seen = once(seen, 4, "budget.networkBytes");
                    amounts[4] = in.integer("budget.networkBytes", 0, MAX_INTEGER);
                }
                case "storageBytes" -> {
                    seen = once(seen, 5, "budget.storageBytes");
                    amounts[5] = in.integer("budget.storageBytes", 0, MAX_INTEGER);
                }
                case "childActivations" -> {
                    seen = once(seen, 6, "budget.childActivations");
                    amounts[6] = in.integer("budget.childActivations", 0, MAX_INTEGER);
                }
                case "acceleratorTime" -> {
                    seen = once(seen, 7, "budget.acceleratorTime");
                    amounts[7] = in.duration("budget.acceleratorTime");
                }
                default -> throw unknown("budget");
            }
        }
        return new RequestedBudget(
                amounts[0], amounts[1], amounts[2], amounts[3], amounts[4], amounts[5], amounts[6], amounts[7]);
    }
}
