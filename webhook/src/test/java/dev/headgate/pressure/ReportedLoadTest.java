package dev.headgate.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.admission.NodeLoad;
import dev.headgate.admission.Reason;
import dev.headgate.admission.Rejection;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.LoadSource;
import dev.headgate.policy.Subject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReportedLoadTest {
    private static final Subject AGENT = new Subject.ServiceAccount("ops", "load-agent");
    private static final long WALL = 1_800_000_000_000L;
    private static final LoadReport GOOD =
            new LoadReport("boot-1", 5, WALL, 400, 500, Map.of(CellClassName.SMALL, new LoadReport.Cell(20, 4)));

    private static final Map<CellClassName, NodeLoad.CellLoad> CELLS =
            Map.of(CellClassName.SMALL, new NodeLoad.CellLoad(20, 4));

    private final LoadState state = new LoadState();
    private @Nullable AdmissionPolicy pinned = TestingOverload.policy(LoadSource.REPORTED, List.of(AGENT));
    private final ReportedLoad reports = new ReportedLoad(state, () -> pinned);

    @BeforeEach
    void follow() {
        state.follow(LoadSource.REPORTED);
    }

    @Test
    void beforeTheFirstReportLoadIsUnavailable() {
        assertThat(state.current()).isEqualTo(new NodeLoad.Unavailable());
    }

    @Test
    void aGoodReportCountsFromItsReceipt() {
        assertThat(accept(GOOD)).isEqualTo(new ReportedLoad.Reception.Accepted());
        assertThat(state.current()).isEqualTo(new NodeLoad.Observed(77, 400, 500, CELLS));
    }

    @Test
    void aSubjectThatIsNoReporterChangesNothing() {
        accept(GOOD);

        assertThat(reports.accept(new Subject.User("mallory"), GOOD, 99, WALL))
                .isEqualTo(refused(Rejection.of(Reason.PRINCIPAL_NOT_AUTHORIZED)));
        assertThat(reports.unreadable(new Subject.User("mallory")))
                .isEqualTo(Rejection.of(Reason.PRINCIPAL_NOT_AUTHORIZED));
        assertThat(state.current()).isInstanceOf(NodeLoad.Observed.class);
    }

    @Test
    void nobodyReportsWhereTheNodeSamplesItself() {
        pinned = TestingOverload.policy(LoadSource.NODE, List.of(AGENT));

        assertThat(accept(GOOD)).isEqualTo(refused(Rejection.of(Reason.PRINCIPAL_NOT_AUTHORIZED)));
    }

    @Test
    void nobodyReportsWhileNothingIsPinned() {
        pinned = null;

        assertThat(accept(GOOD)).isEqualTo(refused(Rejection.of(Reason.POLICY_NOT_PINNED)));
    }

    @Test
    void aReportFromTheFutureFailsClosedUntilAGoodOneComes() {
        accept(GOOD);

        assertThat(accept(report("boot-1", 6, WALL + 1))).isEqualTo(malformed("observedAt"));
        assertThat(state.current()).isEqualTo(new NodeLoad.Invalid());

        accept(report("boot-1", 7, WALL));
        assertThat(state.current()).isInstanceOf(NodeLoad.Observed.class);
    }

    @Test
    void anOlderSequenceOfTheSameInstanceFailsClosed() {
        accept(GOOD);

        assertThat(accept(report("boot-1", 4, WALL))).isEqualTo(malformed("sequence"));
        assertThat(state.current()).isEqualTo(new NodeLoad.Invalid());
    }

    @Test
    void anOutOfOrderReportDoesNotMoveTheOrder() {
        accept(GOOD);
        accept(report("boot-1", 4, WALL));

        assertThat(accept(report("boot-1", 5, WALL))).isEqualTo(malformed("sequence"));
    }

    @Test
    void theSameSequenceWithOtherContentFailsClosed() {
        accept(GOOD);

        assertThat(accept(report("boot-1", 5, WALL))).isEqualTo(malformed("sequence"));
        assertThat(state.current()).isEqualTo(new NodeLoad.Invalid());
    }

    @Test
    void theSameReportAgainIsAcceptedAndMakesNothingYounger() {
        accept(GOOD);

        assertThat(reports.accept(AGENT, GOOD, 1000, WALL)).isEqualTo(new ReportedLoad.Reception.Accepted());
        assertThat(state.current()).isEqualTo(new NodeLoad.Observed(77, 400, 500, CELLS));
    }

    @Test
    void aNewInstanceStartsAnew() {
        accept(GOOD);

        assertThat(accept(report("boot-2", 0, WALL))).isEqualTo(new ReportedLoad.Reception.Accepted());
    }

    @Test
    void anInstanceThatWasReplacedDoesNotComeBack() {
        accept(GOOD);
        accept(report("boot-2", 0, WALL));

        assertThat(accept(report("boot-1", 6, WALL))).isEqualTo(malformed("instance"));
        assertThat(state.current()).isEqualTo(new NodeLoad.Invalid());
    }

    @Test
    void eachMalformedFieldIsNamedAndFailsClosed() {
        assertThat(accept(report("", 1, WALL))).isEqualTo(malformed("instance"));
        assertThat(accept(report("a b", 1, WALL))).isEqualTo(malformed("instance"));
        assertThat(accept(report("a".repeat(129), 1, WALL))).isEqualTo(malformed("instance"));
        assertThat(accept(report("a", -1, WALL))).isEqualTo(malformed("sequence"));
        assertThat(accept(report("a", 1, -1))).isEqualTo(malformed("observedAt"));
        assertThat(accept(new LoadReport("a", 1, WALL, 1001, 0, Map.of()))).isEqualTo(malformed("cpu"));
        assertThat(accept(new LoadReport("a", 1, WALL, 0, -1, Map.of()))).isEqualTo(malformed("memory"));
        assertThat(accept(withCell(-1, 1))).isEqualTo(malformed("cells"));
        assertThat(accept(withCell(1, -1))).isEqualTo(malformed("cells"));
        assertThat(accept(withCell(Long.MAX_VALUE, 1))).isEqualTo(malformed("cells"));
        assertThat(state.current()).isEqualTo(new NodeLoad.Invalid());
    }

    @Test
    void anUnreadableReportOfAReporterFailsClosed() {
        accept(GOOD);

        assertThat(reports.unreadable(AGENT)).isNull();
        assertThat(state.current()).isEqualTo(new NodeLoad.Invalid());
    }

    @Test
    void anotherSourceForgetsWhatTheFirstSaid() {
        accept(GOOD);
        state.follow(LoadSource.NODE);

        assertThat(state.current()).isEqualTo(new NodeLoad.Unavailable());
    }

    @Test
    void theSameSourceAgainForgetsNothing() {
        accept(GOOD);
        state.follow(LoadSource.REPORTED);

        assertThat(state.current()).isInstanceOf(NodeLoad.Observed.class);
    }

    private ReportedLoad.Reception accept(LoadReport report) {
        return reports.accept(AGENT, report, 77, WALL);
    }

    private static LoadReport report(String instance, long sequence, long observedUnixMillis) {
        return new LoadReport(instance, sequence, observedUnixMillis, 100, 100, Map.of());
    }

    private static LoadReport withCell(long queueDelayMillis, int parallelism) {
        return new LoadReport(
                "a", 1, WALL, 0, 0, Map.of(CellClassName.SMALL, new LoadReport.Cell(queueDelayMillis, parallelism)));
    }

    private static ReportedLoad.Reception malformed(String field) {
        return refused(Rejection.of(Reason.MALFORMED_REQUEST, field));
    }

    private static ReportedLoad.Reception refused(Rejection rejection) {
        return new ReportedLoad.Reception.Refused(rejection);
    }
}
