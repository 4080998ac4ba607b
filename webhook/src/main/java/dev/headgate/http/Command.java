package dev.headgate.http;

import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.ResolutionRequest;
import dev.headgate.authority.AdmissionAuthority.PermitQuery;
import dev.headgate.authority.AdmissionAuthority.RenewalRequest;
import dev.headgate.ledger.Completion;
import dev.headgate.pressure.LoadReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an authenticated caller asks for, well formed. */
sealed interface Command {
    record Admit(AdmissionRequest request) implements Command {}

    record Resolve(ResolutionRequest request) implements Command {}

    record ReadPermit(String permitId) implements Command {}

    record ListPermits(PermitQuery query) implements Command {}

    record Start(String permitId, String executorId) implements Command {}

    record Renew(RenewalRequest renewal) implements Command {}

    record RenewMany(List<RenewalRequest> renewals) implements Command {
        public RenewMany {
            renewals = List.copyOf(renewals);
        }
    }

    record Complete(String permitId, @Nullable Long fencingToken, Completion completion) implements Command {}

    record Terminate(String permitId, String statement) implements Command {}

    record Cancel(String permitId) implements Command {}

    record CancelActivation(@Nullable String tenant, String activationId) implements Command {}

    record ReadQuota(@Nullable String tenant) implements Command {}

    record ReadPolicy() implements Command {}

    record ReadPolicyHistory() implements Command {}

    record ReportLoad(LoadReport report) implements Command {}

    /** A report of load that cannot be read; its sender matters all the same. */
    record ReportUnreadableLoad(FormError error) implements Command {}

    record ReadVersion() implements Command {}
}
