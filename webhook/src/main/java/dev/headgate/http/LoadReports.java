package dev.headgate.http;

import dev.headgate.admission.Caller;
import dev.headgate.admission.Rejection;
import dev.headgate.pressure.LoadReport;

/** Where reports of node load go. None of the calls blocks. */
public interface LoadReports {

    /** Takes a report, if the policy names this caller as a reporter. */
    Receipt report(Caller caller, LoadReport report);

    /**
     * This caller sent a report that cannot be read. If the policy names it as a reporter, load is invalid until a good
     * report comes (design page 6); otherwise nothing happens.
     */
    void unreadable(Caller caller);

    /** What became of a report. */
    sealed interface Receipt {
        record Accepted() implements Receipt {}

        record Refused(Rejection rejection) implements Receipt {}
    }
}
