package dev.headgate.policy;

import dev.headgate.api.NodeAdmissionPolicySpec;
import dev.headgate.api.QueueClassSpec;
import java.util.Comparator;
import java.util.List;

/** Rules of {@code spec.queueClasses}: every priority from 0 to the node's maximum selects exactly one class. */
final class QueueClassRules {
    private QueueClassRules() {}

    static List<QueueClass> compile(NodeAdmissionPolicySpec policy, Findings findings) {
        for (QueueClassSpec spec : policy.queueClasses()) {
            if (spec.priorities().min() > spec.priorities().max()) {
                findings.add(path(spec.name()), "min must not be above max", "exchange them");
            }
        }
        var classes = policy.queueClasses().stream()
                .map(spec -> new QueueClass(
                        spec.name(), spec.priorities().min(), spec.priorities().max(), spec.maxQueued()))
                .sorted(Comparator.comparingInt(QueueClass::minPriority).thenComparing(QueueClass::name))
                .toList();
        coverage(classes, policy.node().maxPriority(), findings);
        return classes;
    }

    private static void coverage(List<QueueClass> classes, int maxPriority, Findings findings) {
        int next = 0;
        for (QueueClass queueClass : classes) {
            if (queueClass.minPriority() > next) {
                gap(next, queueClass.minPriority() - 1, findings);
            }
            if (queueClass.minPriority() < next && queueClass.minPriority() <= queueClass.maxPriority()) {
                findings.add(
                        path(queueClass.name()),
                        "queue classes must not overlap; priority " + queueClass.minPriority()
                                + " belongs to another class too",
                        "let each priority belong to one class");
            }
            next = Math.max(next, queueClass.maxPriority() + 1);
            if (queueClass.maxPriority() > maxPriority) {
                findings.add(
                        path(queueClass.name()),
                        "priorities end at node.maxPriority " + maxPriority,
                        "lower max, or raise node.maxPriority");
            }
        }
        if (next <= maxPriority) {
            gap(next, maxPriority, findings);
        }
    }

    private static void gap(int first, int last, Findings findings) {
        findings.add(
                "spec.queueClasses",
                first == last
                        ? "priority " + first + " belongs to no queue class"
                        : "priorities " + first + " to " + last + " belong to no queue class",
                "widen a class, or add one, so that 0 to node.maxPriority are covered");
    }

    private static String path(String name) {
        return "spec.queueClasses[" + name + "].priorities";
    }
}
