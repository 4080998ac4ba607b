package dev.headgate.node;

import dev.headgate.authority.NodeClock;
import dev.headgate.identity.Administrators;
import dev.headgate.identity.Authenticator;
import dev.headgate.identity.AuthenticatorChain;
import dev.headgate.identity.AuthenticatorChain.Method;
import dev.headgate.identity.AuthenticatorChain.Shown;
import dev.headgate.identity.CertificateIdentity;
import dev.headgate.identity.ClusterCalls;
import dev.headgate.identity.KubernetesQuestions;
import dev.headgate.identity.ServiceAccountTokens;
import dev.headgate.identity.SigningKeys;
import dev.headgate.identity.StaticTokens;
import dev.headgate.identity.UnixPeers;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Who may call, by the endpoint's own configuration and in its order: tokens, certificates, Unix peers. */
final class Callers implements AutoCloseable {
    private final Authenticator authenticator;
    private final ClusterCalls calls;

    private Callers(Authenticator authenticator, ClusterCalls calls) {
        this.authenticator = authenticator;
        this.calls = calls;
    }

    /**
     * A node that stands alone.
     *
     * @throws IOException if the file of tokens cannot be read, with what is wrong in it
     */
    static Callers standingAlone(NodeOptions options) throws IOException {
        Administrators administrators = Administrators.configured(Set.copyOf(options.administrators()));
        List<Method> methods = new ArrayList<>();
        Path tokens = options.staticTokens();
        if (tokens != null) {
            methods.add(new Method(
                    Shown.BEARER_TOKEN,
                    switch (StaticTokens.read(tokens, administrators)) {
                        case StaticTokens.Reading.Read(var read) -> read;
                        case StaticTokens.Reading.Malformed(int line, String what) ->
                            throw new IOException(tokens + (line == 0 ? ": " : ":" + line + ": ") + what);
                    }));
        }
        addLocal(methods, options, administrators);
        return new Callers(new AuthenticatorChain(methods), new ClusterCalls());
    }

    /** A node of a cluster: the tokens of its service accounts besides. */
    static Callers inCluster(NodeOptions options, KubernetesClient client, NodeClock clock) {
        ClusterCalls calls = new ClusterCalls();
        KubernetesQuestions questions = new KubernetesQuestions(client);
        Administrators administrators =
                Administrators.inCluster(Set.copyOf(options.administrators()), questions, calls, clock::bootNanos);
        SigningKeys keys = new SigningKeys(options.stateDirectory(), questions, calls, clock::bootNanos);
        List<Method> methods = new ArrayList<>();
        methods.add(new Method(
                Shown.BEARER_TOKEN,
                new ServiceAccountTokens(
                        options.nodeName(),
                        keys,
                        questions,
                        calls,
                        administrators,
                        clock::bootNanos,
                        clock::unixMillis)));
        addLocal(methods, options, administrators);
        return new Callers(new AuthenticatorChain(methods), calls);
    }

    private static void addLocal(List<Method> methods, NodeOptions options, Administrators administrators) {
        NodeOptions.Tls tls = options.tls();
        if (tls != null && tls.clientAuthorities() != null) {
            methods.add(new Method(Shown.CERTIFICATE, new CertificateIdentity(administrators)));
        }
        if (options.unixSocket() != null) {
            methods.add(new Method(Shown.UNIX_PEER, UnixPeers.of(Path.of("/"), administrators)));
        }
    }

    Authenticator authenticator() {
        return authenticator;
    }

    @Override
    public void close() {
        calls.close();
    }
}
