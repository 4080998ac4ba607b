package dev.headgate.node;

import dev.headgate.admission.Caller;
import dev.headgate.authority.NodeClock;
import dev.headgate.http.LoadReports;
import dev.headgate.pressure.LoadReport;
import dev.headgate.pressure.ReportedLoad;

/** Hands reports that came over HTTP to what judges them, with the time of their receipt. */
record PolicyLoadReports(ReportedLoad load, NodeClock clock) implements LoadReports {
    @Override
    public Receipt report(Caller caller, LoadReport report) {
        return switch (load.accept(caller.subject(), report, clock.bootNanos(), clock.unixMillis())) {
            case ReportedLoad.Reception.Accepted _ -> new Receipt.Accepted();
            case ReportedLoad.Reception.Refused(var rejection) -> new Receipt.Refused(rejection);
        };
    }

    @Override
    public void unreadable(Caller caller) {
        var _ = load.unreadable(caller.subject());
    }
}
