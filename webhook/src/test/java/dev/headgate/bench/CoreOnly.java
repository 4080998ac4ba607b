package dev.headgate.bench;

import dev.headgate.admission.AdmissionDecision;
import dev.headgate.admission.AdmissionRequest;
import dev.headgate.admission.Caller;
import dev.headgate.admission.Eligibility;
import dev.headgate.admission.NodeLoad;
import dev.headgate.admission.Pin;
import dev.headgate.admission.Rejection;
import dev.headgate.ledger.Ledger;
import dev.headgate.ledger.Permit;
import dev.headgate.ledger.Transition;
import java.util.Map;

/** The pure core on a clock that moves one microsecond a call. */
final class CoreOnly {
    private static final long WALL_MILLIS = 1_764_500_000_000L;

    private final Pin pin;
    private final Ledger ledger = new Ledger(_ -> {}, 0);
    private final NodeLoad load = new NodeLoad.Observed(0, 100, 100, Map.of());
    private long now = 1_000_000_000L;
    private long token;

    CoreOnly(Pin pin) {
        this.pin = pin;
        ledger.boundHistory(
                pin.policy().history().maxEntries(), pin.policy().history().maxAgeMillis(), 1);
    }

    Transition admitAndCancel(Caller caller, AdmissionRequest request) {
        return ledger.cancel(admit(caller, request).grant().permitId(), caller.subject(), false, now, now);
    }

    void hold(Caller caller, AdmissionRequest request) {
        ledger.start(admit(caller, request).grant().permitId(), caller.subject(), "x", ++token, now, now);
    }

    private Permit admit(Caller caller, AdmissionRequest request) {
        now += 1_000;
        token++;
        return switch (Eligibility.of(pin, caller, request)) {
            case Rejection rejection -> throw new IllegalStateException(rejection.toString());
            case Eligibility.Eligible eligible -> {
                ledger.applyDue(now, now);
                AdmissionDecision.Moment moment =
                        new AdmissionDecision.Moment(now, WALL_MILLIS, Long.MAX_VALUE, now, token);
                yield switch (AdmissionDecision.of(eligible, load, moment, ledger)) {
                    case AdmissionDecision.Granted granted -> granted.permit();
                    case Rejection rejection -> throw new IllegalStateException(rejection.toString());
                };
            }
        };
    }
}
