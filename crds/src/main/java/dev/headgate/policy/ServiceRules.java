package dev.headgate.policy;

import dev.headgate.api.RouteSpec;
import dev.headgate.api.ServiceSpec;
import dev.headgate.api.WeightedRevisionSpec;
import java.util.Comparator;
import java.util.Set;

/** Rules of services and their routes. */
final class ServiceRules {
    private ServiceRules() {}

    static Service compile(ServiceSpec spec, Set<String> revisions, IdentifierLimits limits, Findings findings) {
        String path = path(spec.name());
        Identifiers.bounded(path + ".name", spec.name(), limits.maxLength(), findings);
        return new Service(
                spec.name(),
                spec.routes().stream()
                        .map(route -> route(path + ".routes[" + route.name() + "]", route, revisions, limits, findings))
                        .sorted(Comparator.comparing(Route::name))
                        .toList());
    }

    static String path(String service) {
        return "spec.services[" + service + "]";
    }

    private static Route route(
            String path, RouteSpec spec, Set<String> revisions, IdentifierLimits limits, Findings findings) {
        Identifiers.bounded(path + ".name", spec.name(), limits.maxLength(), findings);
        Identifiers.bounded(path + ".contract", spec.contract(), limits.maxLength(), findings);
        findings.duplicates(path + ".functions", spec.functions(), Spelling::of);
        for (int i = 0; i < spec.functions().size(); i++) {
            Identifiers.bounded(path + ".functions[" + i + "]", spec.functions().get(i), limits.maxLength(), findings);
        }
        for (WeightedRevisionSpec revision : spec.revisions()) {
            if (!revisions.contains(revision.name())) {
                findings.add(
                        path + ".revisions[" + revision.name() + "]",
                        "this catalog has no such revision of the service",
                        "add it to spec.revisions with this service, or remove it here");
            }
        }
        if (spec.revisions().stream().allMatch(revision -> revision.weight() == 0)) {
            findings.add(
                    path + ".revisions",
                    "the weights of a route must not all be zero",
                    "give at least one revision a weight, such as 1");
        }
        return new Route(
                spec.name(),
                spec.contract(),
                CellClassRules.sorted(spec.functions()),
                spec.revisions().stream()
                        .map(revision -> new WeightedRevision(revision.name(), revision.weight()))
                        .sorted(Comparator.comparing(WeightedRevision::revision))
                        .toList());
    }
}
