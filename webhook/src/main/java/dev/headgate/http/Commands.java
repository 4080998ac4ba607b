package dev.headgate.http;

import dev.headgate.admission.Caller;
import dev.headgate.admission.Rejection;
import dev.headgate.authority.AdmissionAuthority;
import dev.headgate.authority.AdmissionAuthority.Admitted;
import dev.headgate.authority.PermitView;
import dev.headgate.pressure.LoadReport;
import io.vertx.core.buffer.Buffer;
import java.util.List;
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
            case PERMIT_START -> JsonInput.read(body, in -> PermitBodies.start(in, route.variable(path)));
            case PERMIT_RENEW -> JsonInput.read(body, in -> PermitBodies.renew(in, route.variable(path)));
            case PERMIT_TERMINATE -> JsonInput.read(body, in -> PermitBodies.terminate(in, route.variable(path)));
            case RENEWALS -> JsonInput.read(body, PermitBodies::renewals);
            case PERMIT_COMPLETE -> JsonInput.read(body, in -> PermitBodies.complete(in, route.variable(path)));
            case PERMIT_CANCEL ->
                JsonInput.read(
                        body.length == 0 ? EMPTY_OBJECT : body, in -> PermitBodies.cancel(in, route.variable(path)));
            case CANCELLATIONS -> JsonInput.read(body, PermitBodies::cancellation);
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

    static void carryOut(Command command, Caller caller, Endpoint endpoint, Answer answer, Gate gate) {
        AdmissionAuthority authority = endpoint.services().authority();
        switch (command) {
            case Command.Admit(var request) -> admit(authority.admit(caller, request), answer, gate);
            case Command.Resolve(var request) ->
                tell(authority.resolve(caller, request), PermitJson::revision, answer, gate);
            case Command.ReadPermit(var permitId) ->
                tell(authority.read(caller, permitId), PermitJson::permit, answer, gate);
            case Command.ListPermits(var query) -> tell(authority.list(caller, query), PermitJson::page, answer, gate);
            case Command.Start(var permitId, var executorId) ->
                tell(authority.start(caller, permitId, executorId), PermitJson::permit, answer, gate);
            case Command.Renew(var renewal) -> tell(authority.renew(caller, renewal), PermitJson::permit, answer, gate);
            case Command.RenewMany(var renewals) -> renew(renewals, authority.renewAll(caller, renewals), answer, gate);
            case Command.Complete(var permitId, var fencingToken, var completion) ->
                give(authority.complete(caller, permitId, fencingToken, completion), answer, gate);
            case Command.Cancel(var permitId) -> give(authority.cancel(caller, permitId), answer, gate);
            case Command.CancelActivation(var tenant, var activationId) ->
                give(authority.cancelActivation(caller, tenant, activationId), answer, gate);
            case Command.Terminate(var permitId, var statement) ->
                give(authority.terminate(caller, permitId, statement), answer, gate);
            case Command.ReadQuota(var tenant) -> tell(authority.quota(caller, tenant), AdminJson::quota, answer, gate);
            case Command.ReadPolicy() ->
                tell(
                        authority.pins(caller),
                        _ -> AdminJson.policy(
                                authority.pinned(), endpoint.services().clock().millis()),
                        answer,
                        gate);
            case Command.ReadPolicyHistory() -> tell(authority.pins(caller), AdminJson::policyHistory, answer, gate);
            case Command.ReportLoad(var report) -> report(endpoint.services().loadReports(), caller, report, answer);
            case Command.ReportUnreadableLoad(var error) -> {
                endpoint.services().loadReports().unreadable(caller);
                answer.refuse(error);
            }
            case Command.ReadVersion() ->
                answer.ok(AdminJson.version(endpoint.options().version()));
        }
    }

    private static void admit(AdmissionAuthority.Answer<Admitted> decided, Answer answer, Gate gate) {
        switch (decided) {
            case AdmissionAuthority.Answer.Given<Admitted>(Admitted admitted, long sequence) ->
                gate.pass(sequence, () -> answer.created(admitted), answer::undurable);
            case AdmissionAuthority.Answer.Refused<Admitted>(Rejection rejection, long sequence) ->
                refuse(rejection, sequence, answer, gate);
        }
    }

    /** An answer that tells or grants something: without its record on stable storage it is not given. */
    private static <T> void tell(
            AdmissionAuthority.Answer<T> given, Function<? super T, Buffer> encoding, Answer answer, Gate gate) {
        switch (given) {
            case AdmissionAuthority.Answer.Given<T>(T value, long sequence) ->
                gate.pass(sequence, () -> answer.ok(encoding.apply(value)), answer::undurable);
            case AdmissionAuthority.Answer.Refused<T>(Rejection rejection, long sequence) ->
                refuse(rejection, sequence, answer, gate);
        }
    }

    /**
     * An answer about something that only gives back: it is in effect even if its record is not on stable storage yet, and the
     * caller repeats it until it is (design page 3, "Durability").
     */
    private static void give(AdmissionAuthority.Answer<PermitView> given, Answer answer, Gate gate) {
        switch (given) {
            case AdmissionAuthority.Answer.Given<PermitView>(PermitView permit, long sequence) ->
                gate.pass(
                        sequence,
                        () -> answer.ok(PermitJson.permit(permit)),
                        () -> answer.accepted(PermitJson.undurable(permit)));
            case AdmissionAuthority.Answer.Refused<PermitView>(Rejection rejection, long sequence) ->
                refuse(rejection, sequence, answer, gate);
        }
    }

    private static void renew(
            List<AdmissionAuthority.RenewalRequest> renewals,
            List<AdmissionAuthority.Answer<PermitView>> renewed,
            Answer answer,
            Gate gate) {
        long sequence = renewed.stream()
                .mapToLong(AdmissionAuthority.Answer::sequence)
                .max()
                .orElse(0);
        gate.pass(sequence, () -> answer.ok(PermitJson.renewals(renewals, renewed)), answer::undurable);
    }

    private static void refuse(Rejection rejection, long sequence, Answer answer, Gate gate) {
        gate.pass(sequence, () -> answer.refuse(rejection, true), answer::undurable);
    }

    private static void report(LoadReports reports, Caller caller, LoadReport report, Answer answer) {
        switch (reports.report(caller, report)) {
            case LoadReports.Receipt.Accepted() -> answer.noContent();
            case LoadReports.Receipt.Refused(Rejection rejection) -> answer.refuse(rejection, true);
        }
    }
}
