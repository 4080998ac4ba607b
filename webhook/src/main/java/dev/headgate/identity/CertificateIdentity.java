package dev.headgate.identity;

import dev.headgate.policy.Subject;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import org.jspecify.annotations.Nullable;

/**
 * The peer of a mutual TLS connection, whose chain the TLS layer has verified. A SPIFFE URI in the subject's alternative
 * names is its identity, and then it must be the only URI there and well formed (SPIFFE X509-SVID, sections 2 and 5.2);
 * else the common name is its user, as Kubernetes reads certificates.
 */
public final class CertificateIdentity implements Authenticator {
    static final int MAX_URI_CHARS = 2048;
    static final int MAX_NAME_CHARS = 253;

    private static final int URI_NAME = 6;
    private static final String SCHEME = "spiffe://";
    private static final Pattern SPIFFE_ID =
            Pattern.compile("spiffe://[a-z0-9._-]{1,255}((/(?!\\.{1,2}(/|$))[A-Za-z0-9._-]+)+)");

    private final Administrators administrators;

    public CertificateIdentity(Administrators administrators) {
        this.administrators = administrators;
    }

    @Override
    public CompletableFuture<Authentication> authenticate(Credentials credentials) {
        X509Certificate certificate = credentials.certificate();
        if (certificate == null) {
            return Answers.MISSING;
        }
        Subject subject = subjectOf(certificate);
        if (subject == null) {
            return Answers.INVALID;
        }
        return administrators.includes(subject).thenCompose(yes -> Answers.known(subject, yes, Map.of()));
    }

    /** Whom it names, or null where that is nobody or not certain. */
    private static @Nullable Subject subjectOf(X509Certificate certificate) {
        List<String> uris = new ArrayList<>();
        try {
            var names = certificate.getSubjectAlternativeNames();
            if (names != null) {
                for (List<?> name : names) {
                    if (name.get(0) instanceof Integer type && type == URI_NAME && name.get(1) instanceof String uri) {
                        uris.add(uri);
                    }
                }
            }
        } catch (CertificateParsingException _) {
            return null;
        }
        boolean spiffe = uris.stream().anyMatch(uri -> uri.regionMatches(true, 0, SCHEME, 0, SCHEME.length()));
        return spiffe ? spiffeId(certificate, uris) : user(certificate);
    }

    private static @Nullable Subject spiffeId(X509Certificate certificate, List<String> uris) {
        boolean authority = certificate.getBasicConstraints() >= 0;
        String uri = uris.getFirst();
        return !authority
                        && uris.size() == 1
                        && uri.length() <= MAX_URI_CHARS
                        && SPIFFE_ID.matcher(uri).matches()
                ? new Subject.SpiffeId(uri)
                : null;
    }

    private static @Nullable Subject user(X509Certificate certificate) {
        List<String> names;
        try {
            names = new LdapName(certificate.getSubjectX500Principal().getName())
                    .getRdns().stream()
                            .filter(rdn -> rdn.size() == 1 && rdn.getType().equalsIgnoreCase("CN"))
                            .map(rdn -> rdn.getValue() instanceof String text ? text : "")
                            .toList();
        } catch (InvalidNameException _) {
            return null;
        }
        if (names.size() != 1) {
            return null;
        }
        String name = names.getFirst();
        boolean usable = !name.isBlank()
                && name.length() <= MAX_NAME_CHARS
                && name.chars().noneMatch(c -> Character.isISOControl(c) || Character.isWhitespace(c));
        return usable ? new Subject.User(name) : null;
    }
}
