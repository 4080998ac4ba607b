package dev.headgate.admission;

import static dev.headgate.admission.RequestedBudget.ABSENT;

import dev.headgate.ledger.IdempotencyKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request for tests, to be changed field by field. As it comes, {@link TestingPolicy} admits it for {@code acme}. */
public final class TestingRequest {
    public String activationId;
    public @Nullable String tenant = "acme";
    public @Nullable String onBehalfOf;
    public Selection selection = TestingPolicy.target("customer-42");
    public int priority = 5;
    public long payloadBytes = 100;
    public RequestedBudget budget = RequestedBudget.UNSPECIFIED;
    public long deadlineUnixMillis = AdmissionRequest.NO_DEADLINE;
    public Map<String, String> attributes = Map.of();
    public @Nullable IdempotencyKey key;
    public @Nullable String startAs;

    public TestingRequest(String activationId) {
        this.activationId = activationId;
    }

    /** A budget of the dimensions that are supported. */
    public TestingRequest budget(long wallTimeMillis, long cpuFuel, long memoryBytes) {
        budget = new RequestedBudget(wallTimeMillis, cpuFuel, memoryBytes, ABSENT, ABSENT, ABSENT, ABSENT, ABSENT);
        return this;
    }

    /** The request as the fields are now. */
    public AdmissionRequest build() {
        return new AdmissionRequest(
                activationId,
                tenant,
                onBehalfOf,
                selection,
                priority,
                payloadBytes,
                budget,
                deadlineUnixMillis,
                attributes,
                key,
                startAs);
    }
}
