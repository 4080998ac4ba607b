package dev.headgate.node;

import dev.headgate.admission.NodeLoad;
import dev.headgate.authority.AdmissionAuthority;
import dev.headgate.http.Readiness;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** What this node needs before it can admit anything, each with words for whoever looks. */
record ReadinessChecks(
        AdmissionAuthority authority,
        BooleanSupplier journal,
        Supplier<NodeLoad> load,
        Supplier<String> whyUnpinned,
        BooleanSupplier shuttingDown)
        implements Readiness {

    @Override
    public List<Check> checks() {
        return List.of(
                authority.pinned() != null ? Check.ok("pin") : Check.missing("pin", whyUnpinned.get()),
                journal.getAsBoolean()
                        ? Check.ok("journal")
                        : Check.missing("journal", "the journal cannot be written now; see the log"),
                switch (load.get()) {
                    case NodeLoad.Observed _ -> Check.ok("load");
                    case NodeLoad.Unavailable _ -> Check.missing("load", "no observation of node load yet");
                    case NodeLoad.Invalid _ ->
                        Check.missing("load", "the last observation of node load was malformed, or out of order");
                },
                shuttingDown.getAsBoolean()
                        ? Check.missing("serving", "the endpoint is shutting down")
                        : Check.ok("serving"));
    }
}
