package dev.tenure.sim.invariant;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.world.Observer.Write;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The nodes and pods of a cluster as its store has acknowledged them. Confined to the thread of its
/// world.
final class ObservedCluster {
    private static final String PODS = "pods";
    private static final String NODES = "nodes";

    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<String, Map<String, Pod>> podsByNode = new HashMap<>();

    ObservedCluster(Iterable<StoredObject> objects) {
        objects.forEach(object -> apply(object, Optional.empty(), false));
    }

    void apply(Write write) {
        apply(write.after(), write.before(), write.deletion());
    }

    private void apply(StoredObject object, Optional<StoredObject> before, boolean deletion) {
        if (isNode(object)) {
            if (deletion) {
                nodes.remove(object.key().name());
            } else {
                nodes.put(object.key().name(), object.view(Node.class));
            }
        } else if (isPod(object)) {
            before.ifPresent(old -> remove(old.view(Pod.class)));
            if (!deletion) {
                Pod pod = object.view(Pod.class);
                podsByNode
                        .computeIfAbsent(pod.spec().nodeName(), _ -> new LinkedHashMap<>())
                        .put(pod.meta().uid(), pod);
            }
        }
    }

    private void remove(Pod pod) {
        Map<String, Pod> standing = podsByNode.get(pod.spec().nodeName());
        if (standing != null) {
            standing.remove(pod.meta().uid());
        }
    }

    static boolean isPod(StoredObject object) {
        return object.key().resource().equals(PODS) && object.key().group().isEmpty();
    }

    static boolean isNode(StoredObject object) {
        return object.key().resource().equals(NODES) && object.key().group().isEmpty();
    }

    Optional<Node> node(String name) {
        return Optional.ofNullable(nodes.get(name));
    }

    Collection<Node> nodes() {
        return nodes.values();
    }

    /// All pods, in no order.
    Stream<Pod> pods() {
        return podsByNode.values().stream().flatMap(standing -> standing.values().stream());
    }

    /// The pods that are bound to a node; those that are bound to none, for the empty name; a view that
    /// changes.
    Collection<Pod> podsOn(String node) {
        return Collections.unmodifiableCollection(
                podsByNode.getOrDefault(node, Map.of()).values());
    }
}
