package dev.headgate.e2e.cluster;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;

/**
 * The object that a token is bound to: the token is void once that object is gone, and names it.
 *
 * @param kind {@code Pod} or {@code Node}
 */
public record TokenBinding(String kind, String name, String uid) {

    /** A token of a process in this pod; it names the pod's node too. */
    public static TokenBinding to(Pod pod) {
        return new TokenBinding(
                "Pod", pod.getMetadata().getName(), pod.getMetadata().getUid());
    }

    /** A token of a process on this node, outside any pod. */
    public static TokenBinding to(Node node) {
        return new TokenBinding(
                "Node", node.getMetadata().getName(), node.getMetadata().getUid());
    }
}
