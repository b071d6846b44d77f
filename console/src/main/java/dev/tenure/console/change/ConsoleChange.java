package dev.tenure.console.change;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Something that a page can do to the cluster, always after it has been previewed.
public sealed interface ConsoleChange {
    /// Gives a node a taint.
    ///
    /// @param overwrite whether another value of the same key and effect may be replaced
    record AddTaint(String node, Taint taint, boolean overwrite) implements ConsoleChange {}

    /// Takes taints from a node.
    ///
    /// @param effect absent: all effects of the key
    record RemoveTaint(String node, String key, Optional<TaintEffect> effect) implements ConsoleChange {}

    /// Keeps new pods off a node, or no longer.
    record Cordon(String node, boolean on) implements ConsoleChange {}

    /// Cordons a node and evicts its pods, those of DaemonSets and of the node's own files apart.
    record Drain(String node) implements ConsoleChange {}

    /// Stops a simulated node, or starts it again.
    record Power(String node, boolean on) implements ConsoleChange {}

    /// Sets the tolerations of a workload's pod template by server-side apply.
    ///
    /// @param force whether to take the field from other managers
    record Tolerate(Workload workload, List<Toleration> tolerations, boolean force) implements ConsoleChange {
        public Tolerate {
            tolerations = List.copyOf(tolerations);
        }
    }

    /// Has a workload run another number of pods.
    record Scale(Workload workload, int replicas) implements ConsoleChange {}

    /// Applies manifests, as `kubectl apply --server-side` would.
    ///
    /// @param force whether to take fields from other managers
    record Apply(List<ObjectNode> manifests, boolean force) implements ConsoleChange {
        public Apply {
            manifests = List.copyOf(manifests);
        }
    }

    /// Whose pod template or number of pods is changed.
    record Workload(ResourceType type, String namespace, String name) {}
}
