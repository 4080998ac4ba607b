package dev.headgate.http;

import static dev.headgate.http.JsonInput.MAX_INTEGER;
import static dev.headgate.http.JsonInput.once;
import static dev.headgate.http.JsonInput.required;
import static dev.headgate.http.JsonInput.unknown;
import static dev.headgate.http.JsonInput.wrong;

import dev.headgate.authority.AdmissionAuthority.RenewalRequest;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The bodies of requests about permits that were granted. Every path below is one of openapi.yaml. */
final class PermitBodies {
    /** The most renewals of one request. */
    static final int MAX_RENEWALS = 256;

    private PermitBodies() {}

    static Command start(JsonInput in, String permitId) throws IOException {
        int seen = 0;
        String executorId = null;
        for (String name = in.field(); name != null; name = in.field()) {
            if (!name.equals("executorId")) {
                throw unknown("");
            }
            seen = once(seen, 0, "executorId");
            executorId = in.text("executorId");
        }
        return new Command.Start(permitId, required(executorId, "executorId"));
    }

    static Command renew(JsonInput in, String permitId) throws IOException {
        int seen = 0;
        Long fencingToken = null;
        long sequence = -1;
        for (String name = in.field(); name != null; name = in.field()) {
            switch (name) {
                case "fencingToken" -> {
                    seen = once(seen, 0, "fencingToken");
                    fencingToken = in.number64("fencingToken");
                }
                case "renewalSequence" -> {
                    seen = once(seen, 1, "renewalSequence");
                    sequence = in.integer("renewalSequence", 1, MAX_INTEGER);
                }
                default -> throw unknown("");
            }
        }
        if (sequence < 0) {
            throw JsonInput.missing("renewalSequence");
        }
        return new Command.Renew(new RenewalRequest(permitId, fencingToken, sequence));
    }

    static Command renewals(JsonInput in) throws IOException {
        int seen = 0;
        List<RenewalRequest> renewals = null;
        for (String name = in.field(); name != null; name = in.field()) {
            if (!name.equals("renewals")) {
                throw unknown("");
            }
            seen = once(seen, 0, "renewals");
            in.openArray("renewals");
            renewals = new ArrayList<>();
            while (in.nextObject("renewals")) {
                if (renewals.size() == MAX_RENEWALS) {
                    throw wrong("renewals", "One request renews at most " + MAX_RENEWALS + " permits.");
                }
                renewals.add(renewal(in));
            }
        }
        List<RenewalRequest> given = required(renewals, "renewals");
        if (given.isEmpty()) {
            throw wrong("renewals", "One request renews at least one permit.");
        }
        return new Command.RenewMany(given);
    }

    private static RenewalRequest renewal(JsonInput in) throws IOException {
        int seen = 0;
        String permitId = null;
        Long fencingToken = null;
        long sequence = -1;
        for (String name = in.field(); name != null; name = in.field()) {
            switch (name) {
                case "permitId" -> {
                    seen = once(seen, 0, "renewals.permitId");
                    permitId = in.text("renewals.permitId");
                }
                case "fencingToken" -> {
                    seen = once(seen, 1, "renewals.fencingToken");
                    fencingToken = in.number64("renewals.fencingToken");
                }
                case "renewalSequence" -> {
                    seen = once(seen, 2, "renewals.renewalSequence");
                    sequence = in.integer("renewals.renewalSequence", 1, MAX_INTEGER);
                }
                default -> throw unknown("renewals");
            }
        }
        if (sequence < 0) {
            throw JsonInput.missing("renewals.renewalSequence");
        }
        return new RenewalRequest(required(permitId, "renewals.permitId"), fencingToken, sequence);
    }

    static Command complete(JsonInput in, String permitId) throws IOException {
        int seen = 0;
        Long fencingToken = null;
        Outcome outcome = null;
        boolean retryable = false;
        long[] used = {Completion.UNKNOWN, Completion.UNKNOWN};
        for (String name = in.field(); name != null; name = in.field()) {
            switch (name) {
                case "fencingToken" -> {
                    seen = once(seen, 0, "fencingToken");
                    fencingToken = in.number64("fencingToken");
                }
                case "outcome" -> {
                    seen = once(seen, 1, "outcome");
                    outcome = outcome(in.text("outcome"));
                }
                case "retryable" -> {
                    seen = once(seen, 2, "retryable");
                    retryable = in.flag("retryable");
                }
                case "usage" -> {
                    seen = once(seen, 3, "usage");
                    usage(in, used);
                }
                default -> throw unknown("");
            }
        }
        return new Command.Complete(
                permitId, fencingToken, new Completion(required(outcome, "outcome"), retryable, used[0], used[1]));
    }

    private static void usage(JsonInput in, long[] used) throws IOException {
        in.openObject("usage");
        int seen = 0;
        for (String name = in.field(); name != null; name = in.field()) {
            switch (name) {
                case "cpuFuel" -> {
                    seen = once(seen, 0, "usage.cpuFuel");
                    used[0] = in.integer("usage.cpuFuel", 0, MAX_INTEGER);
                }
                case "memory" -> {
                    seen = once(seen, 1, "usage.memory");
                    used[1] = in.quantity("usage.memory");
                }
                default -> throw unknown("usage");
            }
        }
    }

    private static Outcome outcome(String text) {
        for (Outcome outcome : Outcome.values()) {
            if (outcome.spelling().equals(text)) {
                return outcome;
            }
        }
        throw wrong("outcome", "The field must be an outcome.");
    }

    static Command terminate(JsonInput in, String permitId) throws IOException {
        int seen = 0;
        String cause = null;
        for (String name = in.field(); name != null; name = in.field()) {
            if (!name.equals("cause")) {
                throw unknown("");
            }
            seen = once(seen, 0, "cause");
            cause = in.text("cause");
        }
        return new Command.Terminate(permitId, required(cause, "cause"));
    }

    static Command cancel(JsonInput in, String permitId) throws IOException {
        if (in.field() != null) {
            throw unknown("");
        }
        return new Command.Cancel(permitId);
    }

    static Command cancellation(JsonInput in) throws IOException {
        int seen = 0;
        String tenant = null;
        String activationId = null;
        for (String name = in.field(); name != null; name = in.field()) {
            switch (name) {
                case "tenant" -> {
                    seen = once(seen, 0, "tenant");
                    tenant = in.text("tenant");
                }
                case "activationId" -> {
                    seen = once(seen, 1, "activationId");
                    activationId = in.text("activationId");
                }
                default -> throw unknown("");
            }
        }
        return new Command.CancelActivation(tenant, required(activationId, "activationId"));
    }
}
