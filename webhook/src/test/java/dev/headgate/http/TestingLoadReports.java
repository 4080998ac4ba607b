package dev.headgate.http;

import dev.headgate.admission.Caller;
import dev.headgate.admission.Reason;
import dev.headgate.admission.Rejection;
import dev.headgate.authority.TestingNode;
import dev.headgate.pressure.LoadReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Takes reports from one reporter and keeps them. */
final class TestingLoadReports implements LoadReports {
    static final Caller REPORTER = TestingNode.WORKER;

    final List<LoadReport> reports = Collections.synchronizedList(new ArrayList<>());
    final List<Caller> unreadable = Collections.synchronizedList(new ArrayList<>());

    @Override
    public Receipt report(Caller caller, LoadReport report) {
        if (!caller.equals(REPORTER)) {
            return new Receipt.Refused(Rejection.of(Reason.PRINCIPAL_NOT_AUTHORIZED));
        }
        reports.add(report);
        return new Receipt.Accepted();
    }

    @Override
    public void unreadable(Caller caller) {
        unreadable.add(caller);
    }
}
