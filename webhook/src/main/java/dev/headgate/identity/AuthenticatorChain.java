package dev.headgate.identity;

import dev.headgate.admission.Reason;
import dev.headgate.policy.Subject;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The methods that the endpoint's configuration lists, in its order (design page 6). The first that knows the caller decides.
 *
 * <p>A credential that was shown and refused is not made good by another kind: behind a refused bearer token the certificate
 * of a proxy must not speak. Only a later method for the same kind may still know it. Nobody is anonymous, whatever the
 * method says.
 */
public final class AuthenticatorChain implements Authenticator {
    private static final Set<String> ANONYMOUS = Set.of("system:anonymous", "system:unauthenticated");

    private final List<Method> methods;

    public AuthenticatorChain(List<Method> methods) {
        this.methods = List.copyOf(methods);
    }

    /** What a method looks at. */
    public enum Shown {
        BEARER_TOKEN,
        CERTIFICATE,
        UNIX_PEER
    }

    /** One method. */
    public record Method(Shown shown, Authenticator authenticator) {}

    @Override
    public CompletableFuture<Authentication> authenticate(Credentials credentials) {
        return from(0, credentials, null);
    }

    @Override
    public Authenticator forConnection() {
        return new AuthenticatorChain(methods.stream()
                .map(method -> new Method(method.shown(), method.authenticator().forConnection()))
                .toList());
    }

    private CompletableFuture<Authentication> from(int index, Credentials credentials, @Nullable Refusal earlier) {
        int next = index;
        while (next < methods.size() && !mayJudge(methods.get(next), earlier)) {
            next++;
        }
        if (next == methods.size()) {
            Reason reason = earlier == null ? Reason.CREDENTIALS_MISSING : earlier.reason();
            return CompletableFuture.completedFuture(new Authentication.Refused(reason));
        }
        Method method = methods.get(next);
        int after = next + 1;
        CompletableFuture<Authentication> answer = method.authenticator().authenticate(credentials);
        return answer.thenCompose(found -> judge(found, answer, method, after, credentials, earlier));
    }

    private static boolean mayJudge(Method method, @Nullable Refusal earlier) {
        return earlier == null || earlier.shown() == method.shown();
    }

    private CompletableFuture<Authentication> judge(
            Authentication found,
            CompletableFuture<Authentication> answer,
            Method method,
            int next,
            Credentials credentials,
            @Nullable Refusal earlier) {
        return switch (found) {
            case Authentication.Known(var caller) ->
                isAnonymous(caller.subject())
                        ? from(next, credentials, new Refusal(method.shown(), Reason.CREDENTIALS_INVALID))
                        : answer;
            case Authentication.Refused(var reason) -> {
                if (reason == Reason.CREDENTIALS_MISSING) {
                    yield from(next, credentials, earlier);
                }
                // A caller of another node was recognised; nobody else needs to look.
                yield reason == Reason.WRONG_NODE
                        ? answer
                        : from(next, credentials, Refusal.graver(method.shown(), reason, earlier));
            }
        };
    }

    private static boolean isAnonymous(Subject subject) {
        return ANONYMOUS.contains(subject.nameOrUri());
    }

    private record Refusal(Shown shown, Reason reason) {
        static Refusal graver(Shown shown, Reason reason, @Nullable Refusal earlier) {
            boolean unavailable = earlier != null && earlier.reason() == Reason.IDENTITY_UNAVAILABLE;
            return new Refusal(shown, unavailable ? Reason.IDENTITY_UNAVAILABLE : reason);
        }
    }
}
