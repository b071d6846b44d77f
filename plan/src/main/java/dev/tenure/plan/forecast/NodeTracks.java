package dev.tenure.plan.forecast;

import dev.tenure.model.coordination.Lease;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.runtime.time.Tick;
import dev.tenure.sim.world.Observer.Write;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What befalls nodes: when they were last heard of, fell silent, were tainted for it, and were deleted.
/// Confined to the thread of its world.
final class NodeTracks {
    private static final List<String> OF_SILENCE = List.of(WellKnownTaints.UNREACHABLE, WellKnownTaints.NOT_READY);

    /// What is known of a node.
    static final class NodeTrack {
        String zone = "";
        Optional<Instant> heard = Optional.empty();
        boolean silentAtStart;
        boolean taintedAtStart;
        Optional<Tick> silent = Optional.empty();
        Optional<Tick> tainted = Optional.empty();
        Optional<Tick> deleted = Optional.empty();
        /// When it was deleted or its taints changed, the last time.
        Optional<Tick> changed = Optional.empty();
    }

    private final Map<String, NodeTrack> nodes = new HashMap<>();

    /// @param objects among them the nodes and their leases
    void begin(List<StoredObject> objects) {
        nodes.clear();
        for (StoredObject object : objects) {
            switch (object.view(Object.class)) {
                case Node node -> {
                    NodeTrack track = track(node.name());
                    track.zone = zone(node);
                    track.silentAtStart = node.meta().annotations().containsKey(ManagedNodeRule.FAULT);
                    track.taintedAtStart = isTainted(node);
                }
                case Lease lease -> track(object.key().name()).heard = lease.renewTime();
                default -> {
                    // says nothing of nodes
                }
            }
        }
    }

    private NodeTrack track(String name) {
        return nodes.computeIfAbsent(name, _ -> new NodeTrack());
    }

    /// Nothing is known of a node of another name.
    NodeTrack of(String name) {
        return nodes.getOrDefault(name, new NodeTrack());
    }

    /// Of which nodes anything is known.
    Set<String> names() {
        return nodes.keySet();
    }

    private static String zone(Node node) {
        return node.meta().labels().getOrDefault(WellKnownLabels.ZONE, "");
    }

    private static boolean isTainted(Node node) {
        return node.spec().taints().stream()
                .anyMatch(taint -> taint.effect() == TaintEffect.NO_EXECUTE && OF_SILENCE.contains(taint.key()));
    }

    void written(Write write, Tick now) {
        Node node = write.after().view(Node.class);
        NodeTrack track = track(node.name());
        track.zone = zone(node);
        if (write.deletion()) {
            track.deleted = Optional.of(now);
            track.changed = Optional.of(now);
            return;
        }
        boolean tainted = write.before()
                .filter(object -> !object.view(Node.class)
                        .spec()
                        .taints()
                        .equals(node.spec().taints()))
                .isPresent();
        if (tainted) {
            track.changed = Optional.of(now);
        }
        boolean silent = node.meta().annotations().containsKey(ManagedNodeRule.FAULT);
        boolean before = write.before()
                .map(object -> object.view(Node.class).meta().annotations().containsKey(ManagedNodeRule.FAULT))
                .orElse(false);
        if (silent && !before) {
            track.silent = Optional.of(now);
        }
        if (isTainted(node) && track.tainted.isEmpty() && !track.taintedAtStart) {
            track.tainted = Optional.of(now);
        }
    }
}
