package dev.headgate.api;

/** Bounds of resources, with the page of the design they come from; the schema and the compiler use the same ones. */
public final class Bounds {
    /** The largest integer that JSON readers everywhere hold exactly: 2^53 − 1 (page 13). */
    public static final long MAX_AMOUNT = 9_007_199_254_740_991L;
    /** Tenants of a policy (page 3). */
    public static final int TENANTS = 500;
    /** Subjects of a tenant (page 3). */
    public static final int SUBJECTS_PER_TENANT = 1_000;
    /** Subjects and executors of a policy together (page 13). */
    public static final int SUBJECTS_PER_POLICY = 4_000;
    /** Trust classes, and queue classes, of a policy (page 3). */
    public static final int CLASSES = 16;
    /** Cell classes of a policy (page 3). */
    public static final int CELL_CLASSES = 5;
    /** Profiles of a revision (page 3). */
    public static final int PROFILES = 8;
    /** Revisions in one snapshot (page 3). */
    public static final int REVISIONS_PER_SNAPSHOT = 20_000;
    /**
     * All catalogs in one snapshot, in canonical form: a snapshot has at most 2,000 parts, and of any two parts that follow
     * on each other the mean is more than 20,000 bytes.
     */
    public static final int CATALOG_BYTES_PER_SNAPSHOT = 32 * 1024 * 1024;
    /** Live permits of a node (page 3). */
    public static final int LIVE_PERMITS = 100_000;
    /** Finished permits that a node keeps (page 3). */
    public static final int HISTORY_ENTRIES = 100_000;
    /** The highest priority there can be. */
    public static final int PRIORITY = 1_000;
    /** Source of one resource as compact JSON, in bytes (page 13). */
    public static final int SOURCE_BYTES = 512 * 1024;
    /** Services of a catalog. */
    public static final int SERVICES = 500;
    /** Routes of a service. */
    public static final int ROUTES = 32;
    /** Functions of a route, and revisions of a route; the longest names of as many fit one part of a snapshot. */
    public static final int ROUTE_ENTRIES = 32;
    /** Revisions of a catalog. */
    public static final int REVISIONS_PER_CATALOG = 1_000;
    /** The longest duration there can be, in milliseconds: 99,999 hours. */
    public static final long DURATION_MILLIS = 99_999L * 3_600_000L;

    private Bounds() {}
}
