package dev.headgate.http;

import dev.headgate.admission.Caller;
import dev.headgate.admission.Rejection;
import dev.headgate.authority.AdmissionAuthority;
import dev.headgate.authority.PermitView;
import dev.headgate.pressure.LoadReport;
import io.vertx.core.buffer.Buffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** From a well-formed request to a command, and from a command to its answer. */
final class Commands {
    private static final byte[] EMPTY_OBJECT = {'{', '}'};

    private Commands() {}

    static Parsed<Command> parse(Route route, String path, @Nullable String query, byte[] body) {
        if (route.takesBody() && query != null) {
            return new Parsed.Malformed<>(FormError.of(400, "This route has no parameters."));
        }
        return switch (route) {
            case ADMISSIONS -> JsonInput.read(body, in -> new Command.Admit(RequestBodies.admission(in)));
            case RESOLUTIONS -> JsonInput.read(body, in -> new Command.Resolve(RequestBodies.resolution(in)));
            case PERMITS -> Queries.permits(query);
            case PERMIT -> Queries.none(query, new Command.ReadPermit(route.variable(path)));
            case PERMIT_START -> JsonInput.read(body, in -> RequestBodies.start(in, route.variable(path)));
            case PERMIT_COMPLETE -> JsonInput.read(body, in -> RequestBodies.complete(in, route.variable(path)));
            case PERMIT_CANCEL ->
                JsonInput.read(
                        body.length == 0 ? EMPTY_OBJECT : body, in -> RequestBodies.cancel(in, route.variable(path)));
            case CANCELLATIONS -> JsonInput.read(body, RequestBodies::cancellation);
            case QUOTA -> Queries.quota(query);
            case POLICY -> Queries.none(query, new Command.ReadPolicy());
            case POLICY_HISTORY -> Queries.none(query, new Command.ReadPolicyHistory());
            case LOAD -> load(body);
            case VERSION -> Queries.none(query, new Command.ReadVersion());
            case REASON, OPENAPI, LIVEZ, READYZ, METRICS, NONE ->
                throw new AssertionError("open routes have no commands");
        };
    }

    /** A report that cannot be read makes load invalid, if a reporter sent it: who did is asked before it is refused. */
    private static Parsed<Command> load(byte[] body) {
        return switch (JsonInput.read(body, LoadBodies::report)) {
            case Parsed.Read<LoadReport>(LoadReport report) -> new Parsed.Read<>(new Command.ReportLoad(report));
            case Parsed.Malformed<LoadReport>(FormError error) ->
                new Parsed.Read<>(new Command.ReportUnreadableLoad(error));
        };
    }

    static void carryOut(Command command, Caller caller, Endpoint endpoint, Answer answer) {
        AdmissionAuthority authority = endpoint.services().authority();
        switch (command) {
            case Command.Admit(var request) -> admit(authority.admit(caller, request), answer);
            case Command.Resolve(var request) -> give(authority.resolve(caller, request), PermitJson::revision, answer);
            case Command.ReadPermit(var permitId) -> give(authority.read(caller, permitId), PermitJson::permit, answer);
            case Command.ListPermits(var query) -> give(authority.list(caller, query), PermitJson::page, answer);
            case Command.Start(var permitId, var executorId) ->
                give(authority.start(caller, permitId, executorId), PermitJson::permit, answer);
            case Command.Complete(var permitId, var fencingToken, var outcome) ->
                give(authority.complete(caller, permitId, fencingToken, outcome), PermitJson::permit, answer);
            case Command.Cancel(var permitId) -> give(authority.cancel(caller, permitId), PermitJson::permit, answer);
            case Command.CancelActivation(var tenant, var activationId) ->
                give(authority.cancelActivation(caller, tenant, activationId), PermitJson::permit, answer);
            case Command.ReadQuota(var tenant) -> give(authority.quota(caller, tenant), AdminJson::quota, answer);
            case Command.ReadPolicy() ->
                give(
                        authority.pins(caller),
                        _ -> AdminJson.policy(
                                authority.pinned(), endpoint.services().clock().millis()),
                        answer);
            case Command.ReadPolicyHistory() -> give(authority.pins(caller), AdminJson::policyHistory, answer);
            case Command.ReportLoad(var report) -> report(endpoint.services().loadReports(), caller, report, answer);
            case Command.ReportUnreadableLoad(var error) -> {
                endpoint.services().loadReports().unreadable(caller);
                answer.refuse(error);
            }
            case Command.ReadVersion() ->
                answer.ok(AdminJson.version(endpoint.options().version()));
        }
    }

    private static void admit(AdmissionAuthority.Answer<PermitView> decided, Answer answer) {
        switch (decided) {
            case AdmissionAuthority.Answer.Given<PermitView>(PermitView permit) ->
                answer.created("/v1/permits/" + permit.permitId(), PermitJson.permit(permit));
            case AdmissionAuthority.Answer.Refused<PermitView>(Rejection rejection) -> answer.refuse(rejection, true);
        }
    }

    private static <T> void give(
            AdmissionAuthority.Answer<T> given, Function<? super T, Buffer> encoding, Answer answer) {
        switch (given) {
            case AdmissionAuthority.Answer.Given<T>(T value) -> answer.ok(encoding.apply(value));
            case AdmissionAuthority.Answer.Refused<T>(Rejection rejection) -> answer.refuse(rejection, true);
        }
    }

    private static void report(LoadReports reports, Caller caller, LoadReport report, Answer answer) {
        switch (reports.report(caller, report)) {
            case LoadReports.Receipt.Accepted() -> answer.noContent();
            case LoadReports.Receipt.Refused(Rejection rejection) -> answer.refuse(rejection, true);
        }
    }
}
