package dev.headgate.snapshot;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.headgate.policy.AdmissionPolicy;
import dev.headgate.policy.AttributeLimits;
import dev.headgate.policy.Catalog;
import dev.headgate.policy.CellClass;
import dev.headgate.policy.CellClassName;
import dev.headgate.policy.Durability;
import dev.headgate.policy.Feasibility;
import dev.headgate.policy.HeldLimits;
import dev.headgate.policy.History;
import dev.headgate.policy.IdentifierLimits;
import dev.headgate.policy.Lease;
import dev.headgate.policy.NodeRules;
import dev.headgate.policy.Overload;
import dev.headgate.policy.QueueClass;
import dev.headgate.policy.Revision;
import dev.headgate.policy.Route;
import dev.headgate.policy.Service;
import dev.headgate.policy.Subject;
import dev.headgate.policy.Tenant;
import dev.headgate.policy.TenantSubject;
import dev.headgate.policy.TrustClass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A policy as a sorted map of small entries, so that a small change touches few bytes. A key is words with a space between
 * them; no word but the last can hold a space. Entries whose keys begin alike stand together.
 */
final class Entries {
    private static final String HEAD = "policy";
    private static final String TENANT = "tenant";
    private static final String SUBJECT = "subject";
    private static final String EXECUTOR = "executor";
    private static final String CATALOG = "catalog";
    private static final String SERVICE = "service";
    private static final String ROUTE = "route";
    private static final String REVISION = "revision";

    private Entries() {}

    record Head(
            Durability durability,
            NodeRules node,
            IdentifierLimits identifierLimits,
            AttributeLimits attributeLimits,
            Overload overload,
            List<Subject> loadReporters,
            Feasibility feasibility,
            Lease lease,
            History history,
            List<TrustClass> trustClasses,
            List<QueueClass> queueClasses,
            List<CellClass> cellClasses) {
        Head {
            loadReporters = List.copyOf(loadReporters);
            trustClasses = List.copyOf(trustClasses);
            queueClasses = List.copyOf(queueClasses);
            cellClasses = List.copyOf(cellClasses);
        }
    }

    record TenantHead(
            String name,
            List<String> namespaces,
            List<String> trustClasses,
            List<CellClassName> cellClasses,
            HeldLimits nodeLimits,
            long maxPayloadBytes,
            int maxPriority) {
        TenantHead {
            namespaces = List.copyOf(namespaces);
            trustClasses = List.copyOf(trustClasses);
            cellClasses = List.copyOf(cellClasses);
        }
    }

    record CatalogHead(String namespace, String name, String tenant) {}

    record ServiceHead(String name) {}

    static SortedMap<String, String> of(AdmissionPolicy policy) {
        var entries = new TreeMap<String, String>();
        entries.put(
                HEAD,
                write(new Head(
                        policy.durability(),
                        policy.node(),
                        policy.identifierLimits(),
                        policy.attributeLimits(),
                        policy.overload(),
                        policy.loadReporters(),
                        policy.feasibility(),
                        policy.lease(),
                        policy.history(),
                        policy.trustClasses(),
                        policy.queueClasses(),
                        policy.cellClasses())));
        policy.tenants().forEach(tenant -> tenant(tenant, entries));
        policy.catalogs().forEach(catalog -> catalog(catalog, entries));
        return entries;
    }

    private static void tenant(Tenant tenant, Map<String, String> entries) {
        String key = TENANT + " " + tenant.name();
        entries.put(
                key,
                write(new TenantHead(
                        tenant.name(),
                        tenant.namespaces(),
                        tenant.trustClasses(),
                        tenant.cellClasses(),
                        tenant.nodeLimits(),
                        tenant.maxPayloadBytes(),
                        tenant.maxPriority())));
        tenant.subjects()
                .forEach(subject -> entries.put(key + " " + SUBJECT + " " + words(subject.subject()), write(subject)));
        tenant.executors()
                .forEach(executor -> entries.put(key + " " + EXECUTOR + " " + words(executor), write(executor)));
    }

    private static void catalog(Catalog catalog, Map<String, String> entries) {
        String key = CATALOG + " " + catalog.namespace() + " " + catalog.name();
        entries.put(key, write(new CatalogHead(catalog.namespace(), catalog.name(), catalog.tenant())));
        for (Service service : catalog.services()) {
            String serviceKey = key + " " + SERVICE + " " + service.name();
            entries.put(serviceKey, write(new ServiceHead(service.name())));
            service.routes().forEach(route -> entries.put(serviceKey + " " + ROUTE + " " + route.name(), write(route)));
        }
        catalog.revisions()
                .forEach(revision -> entries.put(
                        key + " " + REVISION + " " + revision.service() + " " + revision.name(), write(revision)));
    }

    private static String words(Subject subject) {
        return subject.kind() + " " + subject.namespaceOrEmpty() + " " + subject.nameOrUri();
    }

    private static String write(Object value) {
        try {
            return CanonicalJson.MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new AssertionError("compiled policies can be written", e);
        }
    }

    /** Puts entries together again; throws if an entry is no such thing. What it gives may still break any rule. */
    static AdmissionPolicy read(SortedMap<String, String> entries) throws JsonProcessingException, MalformedEntry {
        var tenants = new LinkedHashMap<String, TenantBuilder>();
        var catalogs = new LinkedHashMap<String, CatalogBuilder>();
        Head head = null;
        for (var entry : entries.entrySet()) {
            String[] words = entry.getKey().split(" ", 7);
            String json = entry.getValue();
            if (words.length == 1 && words[0].equals(HEAD)) {
                head = read(json, Head.class);
            } else if (words.length == 2 && words[0].equals(TENANT)) {
                tenants.put(words[1], new TenantBuilder(read(json, TenantHead.class)));
            } else if (words.length >= 6 && words[0].equals(TENANT)) {
                member(words, json, found(tenants.get(words[1]), entry.getKey()));
            } else if (words.length == 3 && words[0].equals(CATALOG)) {
                catalogs.put(words[1] + " " + words[2], new CatalogBuilder(read(json, CatalogHead.class)));
            } else if (words.length >= 5 && words[0].equals(CATALOG)) {
                part(words, json, found(catalogs.get(words[1] + " " + words[2]), entry.getKey()), entry.getKey());
            } else {
                throw new MalformedEntry(entry.getKey());
            }
        }
        return policy(found(head, HEAD), tenants, catalogs);
    }

    private static void member(String[] words, String json, TenantBuilder tenant)
            throws JsonProcessingException, MalformedEntry {
        switch (words[2]) {
            case SUBJECT -> tenant.subjects.add(read(json, TenantSubject.class));
            case EXECUTOR -> tenant.executors.add(read(json, Subject.class));
            default -> throw new MalformedEntry(String.join(" ", words));
        }
    }

    private static void part(String[] words, String json, CatalogBuilder catalog, String key)
            throws JsonProcessingException, MalformedEntry {
        if (words.length == 5 && words[3].equals(SERVICE)) {
            read(json, ServiceHead.class);
            catalog.routes.put(words[4], new ArrayList<>());
        } else if (words.length == 7 && words[3].equals(SERVICE) && words[5].equals(ROUTE)) {
            found(catalog.routes.get(words[4]), key).add(read(json, Route.class));
        } else if (words.length == 6 && words[3].equals(REVISION)) {
            catalog.revisions.add(read(json, Revision.class));
        } else {
            throw new MalformedEntry(key);
        }
    }

    private static AdmissionPolicy policy(
            Head head, Map<String, TenantBuilder> tenants, Map<String, CatalogBuilder> catalogs) {
        return new AdmissionPolicy(
                head.durability,
                head.node,
                head.identifierLimits,
                head.attributeLimits,
                head.overload,
                head.loadReporters,
                head.feasibility,
                head.lease,
                head.history,
                head.trustClasses,
                head.queueClasses,
                head.cellClasses,
                tenants.values().stream()
                        .map(TenantBuilder::build)
                        .sorted(Comparator.comparing(Tenant::name))
                        .toList(),
                catalogs.values().stream()
                        .map(CatalogBuilder::build)
                        .sorted(Comparator.comparing(Catalog::namespace).thenComparing(Catalog::name))
                        .toList());
    }

    private record TenantBuilder(TenantHead head, List<TenantSubject> subjects, List<Subject> executors) {
        TenantBuilder(TenantHead head) {
            this(head, new ArrayList<>(), new ArrayList<>());
        }

        Tenant build() {
            return new Tenant(
                    head.name,
                    head.namespaces,
                    subjects.stream()
                            .sorted(Comparator.comparing(TenantSubject::subject))
                            .toList(),
                    executors.stream().sorted().toList(),
                    head.trustClasses,
                    head.cellClasses,
                    head.nodeLimits,
                    head.maxPayloadBytes,
                    head.maxPriority);
        }
    }

    private record CatalogBuilder(CatalogHead head, SortedMap<String, List<Route>> routes, List<Revision> revisions) {
        CatalogBuilder(CatalogHead head) {
            this(head, new TreeMap<>(), new ArrayList<>());
        }

        Catalog build() {
            var services = new ArrayList<Service>();
            routes.forEach((name, of) -> services.add(new Service(
                    name, of.stream().sorted(Comparator.comparing(Route::name)).toList())));
            return new Catalog(
                    head.namespace,
                    head.name,
                    head.tenant,
                    services,
                    revisions.stream()
                            .sorted(Comparator.comparing(Revision::service).thenComparing(Revision::name))
                            .toList());
        }
    }

    /** An entry that a canonical form does not have. */
    static final class MalformedEntry extends Exception {
        private static final long serialVersionUID = 1;

        MalformedEntry(String key) {
            super("entry " + key + " has no place in a policy");
        }
    }

    private static <T> T found(@Nullable T value, String key) throws MalformedEntry {
        if (value == null) {
            throw new MalformedEntry(key);
        }
        return value;
    }

    private static <T> T read(String json, Class<T> type) throws JsonProcessingException, MalformedEntry {
        T value = CanonicalJson.MAPPER.readValue(json, type);
        if (!NullCheck.complete(value)) {
            throw new MalformedEntry("of " + type.getSimpleName());
        }
        return value;
    }
}
