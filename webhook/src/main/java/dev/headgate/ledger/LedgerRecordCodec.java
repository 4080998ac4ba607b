package dev.headgate.ledger;

import dev.headgate.policy.Backend;
import dev.headgate.policy.Budget;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.Enforcer;
import dev.headgate.policy.ExecutionBound;
import dev.headgate.policy.Lease;
import dev.headgate.policy.Profile;
import dev.headgate.policy.StateModel;
import dev.headgate.policy.Subject;
import dev.headgate.policy.ThreadingModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Ledger records as bytes: a version, a kind, and the fields in their order. Decoding is strict: a record is either exactly what
 * {@link #encode} writes or {@link MalformedRecord}. A permit carries its whole grant, so reading it needs no policy.
 */
public final class LedgerRecordCodec {
    /** The format that this release writes, and the newest it reads. */
    public static final int VERSION = 1;

    private static final int WHOLE = 1;
    private static final int CHANGED = 2;
    private static final int BOOTED = 3;

    private LedgerRecordCodec() {}

    /** The bytes of a record. */
    public static byte[] encode(LedgerRecord record) {
        var out = new FieldWriter();
        out.int8(VERSION);
        switch (record) {
            case LedgerRecord.Whole whole -> {
                out.int8(WHOLE);
                out.int64(whole.sequence());
                out.int64(whole.atBootNanos());
                out.int64(whole.kernelBoot());
                grant(whole.permit().grant(), out);
                key(whole.key(), out);
                out.optional(whole.startedAs());
                state(whole.permit(), out);
            }
            case LedgerRecord.Changed changed -> {
                out.int8(CHANGED);
                out.int64(changed.sequence());
                out.int64(changed.atBootNanos());
                out.int32(changed.permits().size());
                for (Permit permit : changed.permits()) {
                    // The length lets a reader pass over a permit whose grant it does not know.
                    var one = new FieldWriter();
                    state(permit, one);
                    out.int64(PermitIds.token(permit.grant().permitId()));
                    out.bytes(one.toBytes());
                }
            }
            case LedgerRecord.Booted booted -> {
                out.int8(BOOTED);
                out.int64(booted.sequence());
                out.int64(booted.atBootNanos());
                out.int64(booted.kernelBoot());
                out.int64(booted.bootEpoch());
            }
        }
        return out.toBytes();
    }

    /**
     * Reads a record.
     *
     * @param grants the grant of a permit id that an earlier record held, or null; permits without one are left out
     * @throws MalformedRecord if it is not one, or of a newer version
     */
    public static LedgerRecord decode(byte[] bytes, Function<String, @Nullable Grant> grants) throws MalformedRecord {
        var in = new FieldReader(bytes);
        int version = in.int8();
        if (version != VERSION) {
            throw new MalformedRecord("is of version " + version + "; this release reads version " + VERSION);
        }
        try {
            LedgerRecord record = switch (in.int8()) {
                case WHOLE -> {
                    long sequence = in.int64();
                    long at = in.int64();
                    long kernelBoot = in.int64();
                    Grant grant = grant(in);
                    IdempotencyKey key = key(in);
                    String startedAs = in.optional();
                    yield new LedgerRecord.Whole(sequence, at, kernelBoot, state(grant, in), key, startedAs);
                }
                case CHANGED -> changed(in, grants);
                case BOOTED -> new LedgerRecord.Booted(in.int64(), in.int64(), in.int64(), in.int64());
                default -> throw new MalformedRecord("is of no known kind");
            };
            in.end();
            return record;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new MalformedRecord("holds what no permit can: " + e.getMessage());
        }
    }

    private static LedgerRecord.Changed changed(FieldReader in, Function<String, @Nullable Grant> grants)
            throws MalformedRecord {
        long sequence = in.int64();
        long at = in.int64();
        int count = in.count(2);
        List<Permit> permits = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Grant grant = grants.apply(PermitIds.of(in.int64()));
            byte[] state = in.bytes();
            if (grant != null) {
                var one = new FieldReader(state);
                permits.add(state(grant, one));
                one.end();
            }
        }
        return new LedgerRecord.Changed(sequence, at, permits);
    }

    private static void grant(Grant grant, FieldWriter out) {
        out.int64(PermitIds.token(grant.permitId()));
        out.text(grant.tenant());
        out.text(grant.activationId());
        subject(grant.owner(), out);
        out.optional(grant.onBehalfOf());
        out.int32(grant.executors().size());
        grant.executors().forEach(executor -> subject(executor, out));
        out.text(grant.policy().name());
        out.int64(grant.policy().generation());
        out.text(grant.policy().digest());
        RevisionIdentity revision = grant.revision();
        out.text(revision.service());
        out.text(revision.revision());
        out.text(revision.release());
        out.text(revision.trustClass());
        out.text(revision.route());
        out.text(revision.contract());
        out.text(grant.function());
        profile(grant.profile(), out);
        out.constant(grant.cellClass());
        out.int32(grant.cellParallelism());
        out.text(grant.queueClass());
        out.int32(grant.priority());
        out.int64(grant.payloadBytes());
        out.int64(grant.lease().queuedDurationMillis());
        out.int64(grant.lease().executingDurationMillis());
        out.int64(grant.lease().gracePeriodMillis());
        out.int64(grant.budget().wallTimeMillis());
        out.int64(grant.budget().cpuFuel());
        out.int64(grant.budget().memoryBytes());
        out.int64(grant.grantedBootNanos());
        out.int64(grant.deadlineBootNanos());
        out.int64(grant.startByBootNanos());
        out.int64(grant.deadlineUnixMillis());
        out.int64(grant.startByUnixMillis());
    }

    private static Grant grant(FieldReader in) throws MalformedRecord {
        String permitId = PermitIds.of(in.int64());
        String tenant = in.text();
        String activationId = in.text();
        Subject owner = subject(in);
        String onBehalfOf = in.optional();
        int executors = in.count(2);
        List<Subject> who = new ArrayList<>();
        for (int i = 0; i < executors; i++) {
            who.add(subject(in));
        }
        return new Grant(
                permitId,
                tenant,
                activationId,
                owner,
                onBehalfOf,
                who,
                new PolicyVersion(in.text(), in.int64(), in.text()),
                new RevisionIdentity(in.text(), in.text(), in.text(), in.text(), in.text(), in.text()),
                in.text(),
                profile(in),
                in.constant(CellClassName.values()),
                in.int32(),
                in.text(),
                in.int32(),
                in.int64(),
                new Lease(in.int64(), in.int64(), in.int64()),
                new Budget(in.int64(), in.amount(), in.amount()),
                in.int64(),
                in.int64(),
                in.int64(),
                in.int64(),
                in.int64());
    }

    private static void profile(Profile profile, FieldWriter out) {
        out.text(profile.name());
        out.int64(profile.cpuFuelCeiling());
        out.int64(profile.memoryBytesCeiling());
        out.constant(profile.backend());
        out.constant(profile.threadingModel());
        out.constant(profile.stateModel());
        out.int32(profile.features().size());
        profile.features().forEach(out::text);
        out.int32(profile.maxCallDepth());
        out.int32(profile.cellClasses().size());
        profile.cellClasses().forEach(out::constant);
        out.optional(profile.route());
        out.optional(profile.outputContract());
        out.int32(profile.executionBound().enforcers().size());
        profile.executionBound().enforcers().forEach(out::constant);
        out.int64(profile.executionBound().maxOverrunMillis());
    }

    private static Profile profile(FieldReader in) throws MalformedRecord {
        String name = in.text();
        long cpuFuel = in.int64();
        long memory = in.int64();
        Backend backend = in.constant(Backend.values());
        ThreadingModel threading = in.constant(ThreadingModel.values());
        StateModel state = in.constant(StateModel.values());
        List<String> features = new ArrayList<>();
        for (int left = in.count(2); left > 0; left--) {
            features.add(in.text());
        }
        int depth = in.int32();
        List<CellClassName> cells = new ArrayList<>();
        for (int left = in.count(1); left > 0; left--) {
            cells.add(in.constant(CellClassName.values()));
        }
        String route = in.optional();
        String contract = in.optional();
        List<Enforcer> enforcers = new ArrayList<>();
        for (int left = in.count(1); left > 0; left--) {
            enforcers.add(in.constant(Enforcer.values()));
        }
        ExecutionBound bound = new ExecutionBound(enforcers, in.int64());
        return new Profile(
                name, cpuFuel, memory, backend, threading, state, features, depth, cells, route, contract, bound);
    }

    private static void subject(Subject subject, FieldWriter out) {
        out.int8(
                switch (subject) {
                    case Subject.ServiceAccount _ -> 1;
                    case Subject.User _ -> 2;
                    case Subject.SpiffeId _ -> 3;
                    case Subject.UnixUser _ -> 4;
                    case Subject.StaticToken _ -> 5;
                });
        if (subject instanceof Subject.ServiceAccount account) {
            out.text(account.namespace());
        }
        out.text(subject.nameOrUri());
    }

    private static Subject subject(FieldReader in) throws MalformedRecord {
        return switch (in.int8()) {
            case 1 -> new Subject.ServiceAccount(in.text(), in.text());
            case 2 -> new Subject.User(in.text());
            case 3 -> new Subject.SpiffeId(in.text());
            case 4 -> new Subject.UnixUser(in.text());
            case 5 -> new Subject.StaticToken(in.text());
            default -> throw new MalformedRecord("names a subject of no known kind");
        };
    }

    private static void key(@Nullable IdempotencyKey key, FieldWriter out) {
        out.optional(key == null ? null : key.key());
        if (key != null) {
            out.int64(key.fingerprintHigh());
            out.int64(key.fingerprintLow());
        }
    }

    private static @Nullable IdempotencyKey key(FieldReader in) throws MalformedRecord {
        String key = in.optional();
        return key == null ? null : new IdempotencyKey(key, in.int64(), in.int64());
    }

    private static void state(Permit permit, FieldWriter out) {
        out.constant(permit.state());
        out.int64(permit.fencingToken());
        switch (permit) {
            case Permit.Queued _ -> {
                // The grant says everything else.
            }
            case Permit.Executing running -> {
                execution(running.execution(), out);
                out.int64(running.leaseEndBootNanos());
                out.int64(running.renewalSequence());
                out.flag(running.cancelRequested());
            }
            case Permit.Uncertain doubted -> {
                execution(doubted.execution(), out);
                out.int64(doubted.leaseEndBootNanos());
                out.int64(doubted.renewalSequence());
                out.flag(doubted.cancelRequested());
                out.constant(doubted.doubt());
                out.int64(doubted.sinceBootNanos());
            }
            case Permit.Settled settled -> {
                Execution execution = settled.execution();
                out.flag(execution != null);
                if (execution != null) {
                    execution(execution, out);
                }
                out.flag(settled.cancelRequested());
                out.constant(settled.cause());
                Completion completion = settled.completion();
                out.flag(completion != null);
                if (completion != null) {
                    out.constant(completion.outcome());
                    out.flag(completion.retryable());
                    out.int64(completion.usedCpuFuel());
                    out.int64(completion.usedMemoryBytes());
                }
                out.optional(settled.statement());
                out.int64(settled.settledBootNanos());
            }
        }
    }

    private static Permit state(Grant grant, FieldReader in) throws MalformedRecord {
        PermitState state = in.constant(PermitState.values());
        long token = in.int64();
        return switch (state) {
            case QUEUED -> new Permit.Queued(grant, token);
            case EXECUTING -> new Permit.Executing(grant, token, execution(in), in.int64(), in.int64(), in.flag());
            case UNCERTAIN ->
                new Permit.Uncertain(
                        grant,
                        token,
                        execution(in),
                        in.int64(),
                        in.int64(),
                        in.flag(),
                        in.constant(Doubt.values()),
                        in.int64());
            case SETTLED ->
                new Permit.Settled(
                        grant,
                        token,
                        in.flag() ? execution(in) : null,
                        in.flag(),
                        in.constant(SettlementCause.values()),
                        in.flag()
                                ? new Completion(in.constant(Outcome.values()), in.flag(), in.int64(), in.int64())
                                : null,
                        in.optional(),
                        in.int64());
        };
    }

    private static void execution(Execution execution, FieldWriter out) {
        out.text(execution.executorId());
        subject(execution.startedBy(), out);
        out.int64(execution.endsByBootNanos());
        out.int64(execution.endsByMonotonicNanos());
    }

    private static Execution execution(FieldReader in) throws MalformedRecord {
        return new Execution(in.text(), subject(in), in.int64(), in.int64());
    }

    /** Bytes that are no record of this format. */
    public static final class MalformedRecord extends Exception {
        private static final long serialVersionUID = 1;

        MalformedRecord(String message) {
            super("a record " + message);
        }
    }
}
