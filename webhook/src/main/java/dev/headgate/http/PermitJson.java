package dev.headgate.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.headgate.admission.Rejection;
import dev.headgate.admission.RevisionTuple;
import dev.headgate.authority.AdmissionAuthority.Answer;
import dev.headgate.authority.AdmissionAuthority.Page;
import dev.headgate.authority.AdmissionAuthority.RenewalRequest;
import dev.headgate.authority.PermitView;
import dev.headgate.ledger.Completion;
import dev.headgate.ledger.PermitState;
import dev.headgate.policy.Backend;
import dev.headgate.policy.Durations;
import dev.headgate.policy.Enforcer;
import dev.headgate.policy.ExecutionBound;
import dev.headgate.policy.Quantities;
import dev.headgate.policy.StateModel;
import dev.headgate.policy.ThreadingModel;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.List;

/** Permits and revisions as answers show them (design page 6, "Permit"). */
final class PermitJson {
    private static final int PERMIT_BYTES = 1_536;
    private static final SerializedString PERMIT_ID = new SerializedString("permitId");
    private static final SerializedString ACTIVATION_ID = new SerializedString("activationId");
    private static final SerializedString STATE = new SerializedString("state");
    private static final SerializedString FENCING_TOKEN = new SerializedString("fencingToken");
    private static final SerializedString BOOT_EPOCH = new SerializedString("bootEpoch");
    private static final SerializedString POLICY = new SerializedString("policy");
    private static final SerializedString NAME = new SerializedString("name");
    private static final SerializedString GENERATION = new SerializedString("generation");
    private static final SerializedString DIGEST = new SerializedString("digest");
    private static final SerializedString REVISION = new SerializedString("revision");
    private static final SerializedString TENANT = new SerializedString("tenant");
    private static final SerializedString SERVICE = new SerializedString("service");
    private static final SerializedString ROUTE = new SerializedString("route");
    private static final SerializedString CONTRACT = new SerializedString("contract");
    private static final SerializedString FUNCTION = new SerializedString("function");
    private static final SerializedString RELEASE = new SerializedString("release");
    private static final SerializedString PROFILE = new SerializedString("profile");
    private static final SerializedString CELL_CLASS = new SerializedString("cellClass");
    private static final SerializedString QUEUE_CLASS = new SerializedString("queueClass");
    private static final SerializedString TRUST_CLASS = new SerializedString("trustClass");
    private static final SerializedString BUDGET = new SerializedString("budget");
    private static final SerializedString WALL_TIME = new SerializedString("wallTime");
    private static final SerializedString CPU_FUEL = new SerializedString("cpuFuel");
    private static final SerializedString MEMORY = new SerializedString("memory");
    private static final SerializedString DEADLINE = new SerializedString("deadline");
    private static final SerializedString DEADLINE_IN = new SerializedString("deadlineIn");
    private static final SerializedString START_BY = new SerializedString("startBy");
    private static final SerializedString START_BY_IN = new SerializedString("startByIn");
    private static final SerializedString LEASE = new SerializedString("lease");
    private static final SerializedString KIND = new SerializedString("kind");
    private static final SerializedString EXPIRES_AT = new SerializedString("expiresAt");
    private static final SerializedString EXPIRES_IN = new SerializedString("expiresIn");
    private static final SerializedString RENEWAL_SEQUENCE = new SerializedString("renewalSequence");
    private static final SerializedString EXECUTION_BOUND = new SerializedString("executionBound");
    private static final SerializedString ENFORCERS = new SerializedString("enforcers");
    private static final SerializedString MAX_OVERRUN = new SerializedString("maxOverrun");
    private static final SerializedString OBLIGATIONS = new SerializedString("obligations");
    private static final SerializedString BACKEND = new SerializedString("backend");
    private static final SerializedString THREADING_MODEL = new SerializedString("threadingModel");
    private static final SerializedString STATE_MODEL = new SerializedString("stateModel");
    private static final SerializedString FEATURES = new SerializedString("features");
    private static final SerializedString MAX_CALL_DEPTH = new SerializedString("maxCallDepth");
    private static final SerializedString PRIORITY = new SerializedString("priority");
    private static final SerializedString MAX_PAYLOAD = new SerializedString("maxPayload");
    private static final SerializedString OUTPUT_CONTRACT = new SerializedString("outputContract");

    private PermitJson() {}

    static Buffer permit(PermitView permit) {
        return JsonOutput.object(PERMIT_BYTES, out -> write(out, permit));
    }

    /** A permit whose last change is in effect and not on stable storage yet. */
    static Buffer undurable(PermitView permit) {
        return JsonOutput.object(PERMIT_BYTES, out -> {
            write(out, permit);
            out.writeBooleanField("durable", false);
        });
    }

    /** Answers to many renewals, in their order; a refused one has its reason in place of a permit. */
    static Buffer renewals(List<RenewalRequest> requests, List<Answer<PermitView>> answers) {
        return JsonOutput.object(64 + PERMIT_BYTES * answers.size(), out -> {
            out.writeArrayFieldStart("renewals");
            for (int at = 0; at < answers.size(); at++) {
                out.writeStartObject();
                text(out, PERMIT_ID, requests.get(at).permitId());
                switch (answers.get(at)) {
                    case Answer.Given<PermitView>(PermitView permit, long _) -> {
                        out.writeObjectFieldStart("permit");
                        write(out, permit);
                        out.writeEndObject();
                    }
                    case Answer.Refused<PermitView>(Rejection rejection, long _) -> {
                        out.writeObjectFieldStart("refusal");
                        Problem.of(rejection).write(out, null);
                        out.writeEndObject();
                    }
                }
                out.writeEndObject();
            }
            out.writeEndArray();
        });
    }

    static Buffer page(Page page) {
        return JsonOutput.object(64 + PERMIT_BYTES * page.permits().size(), out -> {
            out.writeArrayFieldStart("permits");
            for (PermitView permit : page.permits()) {
                out.writeStartObject();
                write(out, permit);
                out.writeEndObject();
            }
            out.writeEndArray();
            if (page.next() != null) {
                out.writeStringField("continue", page.next());
            }
        });
    }

    static Buffer revision(RevisionTuple tuple) {
        return JsonOutput.object(512, out -> write(out, tuple));
    }

    private static void write(JsonGenerator out, PermitView permit) throws IOException {
        text(out, PERMIT_ID, permit.permitId());
        text(out, ACTIVATION_ID, permit.activationId());
        text(out, STATE, permit.state().spelling());
        text(out, FENCING_TOKEN, Long.toString(permit.fencingToken()));
        number(out, BOOT_EPOCH, permit.bootEpoch());
        out.writeFieldName(POLICY);
        out.writeStartObject();
        text(out, NAME, permit.policyName());
        number(out, GENERATION, permit.revision().generation());
        text(out, DIGEST, permit.revision().digest());
        out.writeEndObject();
        out.writeFieldName(REVISION);
        out.writeStartObject();
        write(out, permit.revision());
        out.writeEndObject();
        text(out, PROFILE, permit.profile());
        text(out, CELL_CLASS, permit.cellClass().spelling());
        text(out, QUEUE_CLASS, permit.queueClass());
        text(out, TRUST_CLASS, permit.trustClass());
        if (permit.onBehalfOf() != null) {
            out.writeStringField("onBehalfOf", permit.onBehalfOf());
        }
        out.writeFieldName(BUDGET);
        out.writeStartObject();
        text(out, WALL_TIME, Durations.format(permit.budget().wallTimeMillis()));
        number(out, CPU_FUEL, permit.budget().cpuFuel());
        text(out, MEMORY, Quantities.format(permit.budget().memoryBytes()));
        out.writeEndObject();
        writeTimes(out, permit);
        writeObligations(out, permit.obligations());
        writeCourse(out, permit);
    }

    private static void writeTimes(JsonGenerator out, PermitView permit) throws IOException {
        text(out, DEADLINE, Timestamps.format(permit.deadlineUnixMillis()));
        text(out, DEADLINE_IN, Durations.format(permit.deadlineInMillis()));
        if (permit.state() == PermitState.QUEUED) {
            text(out, START_BY, Timestamps.format(permit.startByUnixMillis()));
            text(out, START_BY_IN, Durations.format(permit.startByInMillis()));
        }
        PermitView.Lease lease = permit.lease();
        if (lease != null) {
            out.writeFieldName(LEASE);
            out.writeStartObject();
            text(out, KIND, lease.kind() == PermitState.QUEUED ? "Queued" : "Executing");
            text(out, EXPIRES_AT, Timestamps.format(lease.expiresAtUnixMillis()));
            text(out, EXPIRES_IN, Durations.format(lease.expiresInMillis()));
            number(out, RENEWAL_SEQUENCE, lease.renewalSequence());
            out.writeEndObject();
        }
    }

    private static void writeObligations(JsonGenerator out, PermitView.Obligations obligations) throws IOException {
        out.writeFieldName(OBLIGATIONS);
        out.writeStartObject();
        text(out, BACKEND, spelling(obligations.backend()));
        text(out, THREADING_MODEL, spelling(obligations.threadingModel()));
        text(out, STATE_MODEL, spelling(obligations.stateModel()));
        out.writeFieldName(FEATURES);
        out.writeStartArray();
        for (String feature : obligations.features()) {
            out.writeString(feature);
        }
        out.writeEndArray();
        number(out, MAX_CALL_DEPTH, obligations.maxCallDepth());
        number(out, PRIORITY, obligations.priority());
        number(out, MAX_PAYLOAD, obligations.maxPayloadBytes());
        if (obligations.route() != null) {
            text(out, ROUTE, obligations.route());
        }
        if (obligations.outputContract() != null) {
            text(out, OUTPUT_CONTRACT, obligations.outputContract());
        }
        ExecutionBound bound = obligations.executionBound();
        if (!bound.enforcers().isEmpty()) {
            out.writeFieldName(EXECUTION_BOUND);
            out.writeStartObject();
            out.writeFieldName(ENFORCERS);
            out.writeStartArray();
            for (Enforcer enforcer : bound.enforcers()) {
                out.writeString(spelling(enforcer));
            }
            out.writeEndArray();
            text(out, MAX_OVERRUN, Durations.format(bound.maxOverrunMillis()));
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    private static void writeCourse(JsonGenerator out, PermitView permit) throws IOException {
        if (permit.executorId() != null) {
            out.writeStringField("executorId", permit.executorId());
        }
        out.writeBooleanField("cancelRequested", permit.cancelRequested());
        if (permit.doubt() != null) {
            out.writeObjectFieldStart("uncertainty");
            out.writeStringField("cause", permit.doubt().spelling());
            out.writeEndObject();
        }
        if (permit.settlementCause() != null) {
            out.writeObjectFieldStart("settlement");
            out.writeStringField("cause", permit.settlementCause().spelling());
            if (permit.completion() != null) {
                write(out, permit.completion());
            }
            if (permit.statement() != null) {
                out.writeStringField("statement", permit.statement());
            }
            out.writeEndObject();
        }
    }

    private static void write(JsonGenerator out, Completion completion) throws IOException {
        out.writeStringField("outcome", completion.outcome().spelling());
        out.writeBooleanField("retryable", completion.retryable());
        boolean fuel = completion.usedCpuFuel() != Completion.UNKNOWN;
        boolean memory = completion.usedMemoryBytes() != Completion.UNKNOWN;
        if (fuel || memory) {
            out.writeObjectFieldStart("usage");
            if (fuel) {
                number(out, CPU_FUEL, completion.usedCpuFuel());
            }
            if (memory) {
                text(out, MEMORY, Quantities.format(completion.usedMemoryBytes()));
            }
            out.writeEndObject();
        }
    }

    private static void write(JsonGenerator out, RevisionTuple tuple) throws IOException {
        text(out, TENANT, tuple.tenant());
        text(out, SERVICE, tuple.service());
        text(out, ROUTE, tuple.route());
        text(out, CONTRACT, tuple.contract());
        text(out, FUNCTION, tuple.function());
        text(out, REVISION, tuple.revision());
        text(out, RELEASE, tuple.release());
        number(out, GENERATION, tuple.generation());
        text(out, DIGEST, tuple.digest());
    }

    private static void text(JsonGenerator out, SerializedString name, String value) throws IOException {
        out.writeFieldName(name);
        out.writeString(value);
    }

    private static void number(JsonGenerator out, SerializedString name, long value) throws IOException {
        out.writeFieldName(name);
        out.writeNumber(value);
    }

    private static String spelling(Enforcer enforcer) {
        return switch (enforcer) {
            case DEADLINE_KILL -> "DeadlineKill";
            case FUEL_METERING -> "FuelMetering";
            case PROCESS_GROUP -> "ProcessGroup";
        };
    }

    private static String spelling(Backend backend) {
        return switch (backend) {
            case WASM -> "Wasm";
            case PROCESS -> "Process";
        };
    }

    private static String spelling(ThreadingModel threadingModel) {
        return switch (threadingModel) {
            case SINGLE -> "Single";
            case MULTI -> "Multi";
        };
    }

    private static String spelling(StateModel stateModel) {
        return switch (stateModel) {
            case STATELESS -> "Stateless";
            case STATEFUL -> "Stateful";
        };
    }
}
