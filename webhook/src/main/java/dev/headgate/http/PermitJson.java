package dev.headgate.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.headgate.admission.RevisionTuple;
import dev.headgate.authority.AdmissionAuthority.Page;
import dev.headgate.authority.PermitView;
import dev.headgate.ledger.PermitState;
import dev.headgate.policy.Backend;
import dev.headgate.policy.StateModel;
import dev.headgate.policy.ThreadingModel;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;

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
        if (permit.state() != PermitState.QUEUED) {
            return;
        }
        String startBy = Timestamps.format(permit.startByUnixMillis());
        String startByIn = Durations.format(permit.startByInMillis());
        text(out, START_BY, startBy);
        text(out, START_BY_IN, startByIn);
        out.writeFieldName(LEASE);
        out.writeStartObject();
        out.writeStringField("kind", PermitState.QUEUED.spelling());
        out.writeStringField("expiresAt", startBy);
        out.writeStringField("expiresIn", startByIn);
        out.writeEndObject();
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
        out.writeEndObject();
    }

    private static void writeCourse(JsonGenerator out, PermitView permit) throws IOException {
        if (permit.executorId() != null) {
            out.writeStringField("executorId", permit.executorId());
        }
        out.writeBooleanField("cancelRequested", permit.cancelRequested());
        if (permit.settlementCause() != null) {
            out.writeObjectFieldStart("settlement");
            out.writeStringField("cause", permit.settlementCause().spelling());
            if (permit.outcome() != null) {
                out.writeStringField("outcome", permit.outcome().spelling());
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
