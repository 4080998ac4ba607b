package dev.headgate.policy;

import dev.headgate.api.SubjectKind;
import dev.headgate.api.SubjectLimitsSpec;
import dev.headgate.api.SubjectSpec;
import dev.headgate.api.TenantSubjectSpec;
import org.jspecify.annotations.Nullable;

/** Rules of subjects: which kind needs which fields, who speaks for which service, and that nobody is anonymous. */
final class SubjectRules {
    private SubjectRules() {}

    static Subject compile(String path, SubjectSpec spec, Findings findings) {
        field(path + ".namespace", spec.namespace(), spec.kind() == SubjectKind.SERVICE_ACCOUNT, spec.kind(), findings);
        field(path + ".name", spec.name(), spec.kind() != SubjectKind.SPIFFE_ID, spec.kind(), findings);
        field(path + ".uri", spec.uri(), spec.kind() == SubjectKind.SPIFFE_ID, spec.kind(), findings);
        var subject = switch (spec.kind()) {
            case SERVICE_ACCOUNT -> new Subject.ServiceAccount(orEmpty(spec.namespace()), orEmpty(spec.name()));
            case USER -> new Subject.User(orEmpty(spec.name()));
            case SPIFFE_ID -> new Subject.SpiffeId(orEmpty(spec.uri()));
            case UNIX_USER -> new Subject.UnixUser(orEmpty(spec.name()));
            case STATIC_TOKEN -> new Subject.StaticToken(orEmpty(spec.name()));
        };
        if (subject.nameOrUri().equals("system:anonymous")) {
            findings.add(path + ".name", "nobody may be anonymous", "name an identity that authenticates");
        }
        if (subject.nameOrUri().contains("*")) {
            findings.add(
                    path + (spec.kind() == SubjectKind.SPIFFE_ID ? ".uri" : ".name"),
                    "subjects are exact; there are no wildcards",
                    "list each subject");
        }
        return subject;
    }

    static TenantSubject compile(String path, TenantSubjectSpec spec, Amounts amounts, Findings findings) {
        var subject = compile(path, new SubjectSpec(spec.kind(), spec.namespace(), spec.name(), spec.uri()), findings);
        boolean service = spec.kind() == SubjectKind.SERVICE_ACCOUNT || spec.kind() == SubjectKind.SPIFFE_ID;
        if (service && spec.serviceIdentity() == null) {
            findings.add(
                    path + ".serviceIdentity",
                    "a ServiceAccount or SPIFFEID must say which service it speaks for",
                    "add serviceIdentity");
        }
        return new TenantSubject(
                subject,
                spec.serviceIdentity(),
                spec.delegation() == null ? Delegation.NONE : spec.delegation(),
                limits(path + ".nodeLimits", spec.nodeLimits(), amounts));
    }

    static String words(Subject subject) {
        String namespace = subject.namespaceOrEmpty();
        return subject.kind() + " " + (namespace.isEmpty() ? "" : namespace + "/") + subject.nameOrUri();
    }

    private static void field(
            String path, @Nullable String value, boolean wanted, SubjectKind kind, Findings findings) {
        if (wanted && value == null) {
            findings.add(path, "a subject of kind " + Spelling.of(kind) + " needs it", "add it");
        }
        if (!wanted && value != null) {
            findings.add(path, "a subject of kind " + Spelling.of(kind) + " has none", "remove it");
        }
    }

    private static HeldLimits limits(String path, @Nullable SubjectLimitsSpec spec, Amounts amounts) {
        if (spec == null) {
            return HeldLimits.UNDECLARED;
        }
        return new HeldLimits(
                orNone(spec.active()),
                orNone(spec.queued()),
                orNone(spec.cpuFuel()),
                spec.memory() == null ? HeldLimits.NONE : amounts.bytes(path + ".memory", spec.memory()));
    }

    private static long orNone(@Nullable Long limit) {
        return limit == null ? HeldLimits.NONE : limit;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
