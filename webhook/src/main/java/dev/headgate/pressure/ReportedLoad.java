package dev.headgate.pressure;

import dev.headgate.admission.NodeLoad;
import dev.headgate.admission.NodeLoad.CellLoad;
import dev.headgate.admission.Reason;
import dev.headgate.admission.Rejection;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.LoadSource;
import dev.headgate.policy.Subject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes reports of node load from the reporters that the pinned policy names. A report that is malformed, from the future or
 * out of order makes the load invalid, and admission is refused until a good one comes: a source that is wrong once is not
 * believed by its older words (seed 000). A report that arrives twice, as after a lost answer, changes nothing.
 *
 * <p>Safe for many threads. It remembers one position for each reporter of the policy, and {@link #MAX_RETIRED} instances
 * before the one that reports now.
 */
public final class ReportedLoad {
    static final int MAX_INSTANCE_CHARS = 128;
    static final int MAX_RETIRED = 8;
    /** Ten years; a longer delay is a mistake. */
    static final long MAX_QUEUE_DELAY_MILLIS = 315_360_000_000L;

    static final int MAX_PARALLELISM = 1_000_000;

    private final LoadState state;
    private final Supplier<@Nullable AdmissionPolicy> pinned;
    private final Map<Subject, Position> positions = new HashMap<>();

    /**
     * @param state where good reports, and the fact of bad ones, are published
     * @param pinned the policy in force, or null
     */
    public ReportedLoad(LoadState state, Supplier<@Nullable AdmissionPolicy> pinned) {
        this.state = state;
        this.pinned = pinned;
    }

    /** What became of a report. */
    public sealed interface Reception {
        /** It counts from now, or did already. */
        record Accepted() implements Reception {}

        /** It does not count. */
        record Refused(Rejection rejection) implements Reception {}
    }

    /**
     * Judges a report, and publishes the outcome.
     *
     * @param bootNanosNow boot-time clock at receipt; the age of the observation counts from it
     * @param wallMillisNow wall clock at receipt; an observation of a later time is from the future
     */
    public synchronized Reception accept(Subject reporter, LoadReport report, long bootNanosNow, long wallMillisNow) {
        Rejection notHeard = notHeard(reporter);
        if (notHeard != null) {
            return new Reception.Refused(notHeard);
        }
        String field = malformedField(report);
        if (field == null && report.observedUnixMillis() > wallMillisNow) {
            field = "observedAt";
        }
        if (field != null) {
            return invalid(field);
        }
        Position position = positions.computeIfAbsent(reporter, _ -> new Position());
        return switch (position.place(report)) {
            case OUT_OF_ORDER -> invalid("sequence");
            case OF_RETIRED_INSTANCE -> invalid("instance");
            case REPEATED -> new Reception.Accepted();
            case NEXT -> {
                position.move(report);
                state.publish(
                        LoadSource.REPORTED,
                        new NodeLoad.Observed(
                                bootNanosNow, report.cpuPerMille(), report.memoryPerMille(), cells(report)));
                yield new Reception.Accepted();
            }
        };
    }

    /**
     * A reporter sent what cannot be read as a report.
     *
     * @return why, where the sender may not report at all; else null, and the load is invalid until a good report comes
     */
    public synchronized @Nullable Rejection unreadable(Subject reporter) {
        Rejection notHeard = notHeard(reporter);
        if (notHeard == null) {
            state.publish(LoadSource.REPORTED, new NodeLoad.Invalid());
        }
        return notHeard;
    }

    private @Nullable Rejection notHeard(Subject reporter) {
        AdmissionPolicy policy = pinned.get();
        if (policy == null) {
            return Rejection.of(Reason.POLICY_NOT_PINNED);
        }
        positions.keySet().retainAll(policy.loadReporters());
        boolean heard = policy.overload().source() == LoadSource.REPORTED
                && policy.loadReporters().contains(reporter);
        return heard ? null : Rejection.of(Reason.PRINCIPAL_NOT_AUTHORIZED);
    }

    private Reception invalid(String field) {
        state.publish(LoadSource.REPORTED, new NodeLoad.Invalid());
        return new Reception.Refused(Rejection.of(Reason.MALFORMED_REQUEST, field));
    }

    private static @Nullable String malformedField(LoadReport report) {
        String instance = report.instance();
        if (instance.isEmpty()
                || instance.length() > MAX_INSTANCE_CHARS
                || instance.chars().anyMatch(c -> Character.isISOControl(c) || Character.isWhitespace(c))) {
            return "instance";
        }
        if (report.sequence() < 0) {
            return "sequence";
        }
        if (report.observedUnixMillis() < 0) {
            return "observedAt";
        }
        if (!isPerMille(report.cpuPerMille())) {
            return "cpu";
        }
        if (!isPerMille(report.memoryPerMille())) {
            return "memory";
        }
        return report.cells().values().stream().allMatch(ReportedLoad::isWellFormed) ? null : "cells";
    }

    private static boolean isPerMille(int value) {
        return value >= 0 && value <= 1000;
    }

    private static boolean isWellFormed(LoadReport.Cell cell) {
        return cell.queueDelayMillis() >= 0
                && cell.queueDelayMillis() <= MAX_QUEUE_DELAY_MILLIS
                && cell.usableParallelism() >= 0
                && cell.usableParallelism() <= MAX_PARALLELISM;
    }

    private static Map<CellClassName, CellLoad> cells(LoadReport report) {
        Map<CellClassName, CellLoad> cells = new EnumMap<>(CellClassName.class);
        report.cells()
                .forEach((name, cell) ->
                        cells.put(name, new CellLoad(cell.queueDelayMillis(), cell.usableParallelism())));
        return cells;
    }

    private enum Order {
        NEXT,
        REPEATED,
        OUT_OF_ORDER,
        OF_RETIRED_INSTANCE
    }

    /** How far one reporter has come. */
    private static final class Position {
        private @Nullable LoadReport last;
        private final Deque<String> retired = new ArrayDeque<>();

        Order place(LoadReport report) {
            LoadReport before = last;
            if (before == null) {
                return Order.NEXT;
            }
            if (!before.instance().equals(report.instance())) {
                return retired.contains(report.instance()) ? Order.OF_RETIRED_INSTANCE : Order.NEXT;
            }
            if (report.sequence() > before.sequence()) {
                return Order.NEXT;
            }
            return report.equals(before) ? Order.REPEATED : Order.OUT_OF_ORDER;
        }

        void move(LoadReport report) {
            LoadReport before = last;
            if (before != null && !before.instance().equals(report.instance())) {
                if (retired.size() == MAX_RETIRED) {
                    retired.removeFirst();
                }
                retired.addLast(before.instance());
            }
            last = report;
        }
    }
}
