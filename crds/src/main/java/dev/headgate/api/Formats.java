package dev.headgate.api;

/** Regular expressions of the text fields of resources; the schema and the compiler use the same ones. */
public final class Formats {
    /** A DNS label, such as names of tenants, classes and namespaces. */
    public static final String LABEL = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$";
    /** A DNS subdomain, such as names of nodes and policies. */
    public static final String SUBDOMAIN = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$";
    /** What callers or generators choose: visible ASCII without quotation mark and backslash, so that JSON does not lengthen it. */
    public static final String IDENTIFIER = "^[!#-\\[\\]-~]+$";
    /** The name of a person or a program: ASCII without control characters, spaces only inside. */
    public static final String SUBJECT = "^[!-~]([ -~]*[!-~])?$";
    /** A SPIFFE identity. */
    public static final String SPIFFE = "^spiffe://[a-z0-9._-]+(/[A-Za-z0-9._-]+)+$";
    /** A duration after GEP-2257: up to four numbers with units. */
    public static final String DURATION = "^([0-9]{1,5}(h|m|s|ms)){1,4}$";
    /** A percentage with at most one decimal. */
    public static final String PERCENTAGE = "^(100(\\.0)?|[1-9]?[0-9](\\.[0-9])?)%$";
    /** A Kubernetes quantity that is not negative. */
    public static final String QUANTITY = "^[0-9]{1,19}(\\.[0-9]{1,9})?([mkMGTPE]|[KMGTPE]i|[eE][0-9]{1,2})?$";
    /** A label value that says where or what a node is. */
    public static final String PLACE = "^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$";
    /** A SHA-256 digest. */
    public static final String DIGEST = "^sha256:[0-9a-f]{64}$";
    /** A non-negative integer written as text, since it may exceed what JSON numbers hold exactly. */
    public static final String DECIMAL = "^(0|[1-9][0-9]{0,18})$";

    /** The longest text of a quantity. */
    public static final int QUANTITY_LENGTH = 32;

    private Formats() {}

    /** What to write, for somebody whose text does not match one of the expressions of this class. */
    public static String advice(String expression) {
        return switch (expression) {
            case LABEL -> "use lower-case letters, digits and inner hyphens, such as team-a";
            case SUBDOMAIN -> "use lower-case letters, digits, inner hyphens and dots, such as edge.eu-1";
            case IDENTIFIER -> "use visible ASCII characters without spaces, quotation marks and backslashes";
            case SUBJECT -> "use visible ASCII characters; spaces only inside";
            case SPIFFE -> "write an identity such as spiffe://example.org/ns/a/sa/b";
            case DURATION -> "write numbers with units, such as 30s, 1m30s or 120ms";
            case PERCENTAGE -> "write a percentage with at most one decimal, such as \"90%\"";
            case QUANTITY -> "write a quantity such as 96Mi, 8Gi or 1000000";
            case PLACE -> "use letters, digits and inner hyphens, dots or underscores, such as eu-1a";
            case DIGEST -> "write sha256: and 64 hex digits";
            case DECIMAL -> "write a whole number without leading zeros";
            default -> "see the documentation of the field";
        };
    }
}
