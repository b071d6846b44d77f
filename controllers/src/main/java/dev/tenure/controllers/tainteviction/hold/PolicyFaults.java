package dev.tenure.controllers.tainteviction.hold;

import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.client.informer.SharedInformers;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TaintChoice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Which expressions of policies cannot be answered for the taints that nodes bear now. Confined to one loop.
final class PolicyFaults {
    private final Informer nodes;
    private final Runnable changed;

    /// @param changed called when nodes have other taints than before
    PolicyFaults(SharedInformers informers, Runnable changed) {
        this.changed = changed;
        this.nodes = informers.all(ResourceTypes.NODES, new NodeChanges());
    }

    void start() {
        nodes.start();
    }

    /// Of each policy that has expressions those that cannot be answered, by its name; none for most.
    Map<String, List<TaintChoice.Fault>> of(List<TaintEvictionPolicy> policies) {
        List<TaintEvictionPolicy> asking = policies.stream()
                .filter(policy -> policy.taints().hasExpressions())
                .toList();
        if (asking.isEmpty()) {
            return Map.of();
        }
        Set<Taint> there = nodes.all().stream()
                .flatMap(node -> taints(node).stream())
                .map(Taint::withoutTime)
                .collect(Collectors.toSet());
        Map<String, List<TaintChoice.Fault>> faults = new HashMap<>();
        asking.forEach(policy -> faults.put(policy.name(), policy.taints().faults(there)));
        return faults;
    }

    private static List<Taint> taints(StoredObject node) {
        return node.view(Node.class).spec().taints();
    }

    private final class NodeChanges implements InformerHandler {
        @Override
        public void changed(Optional<StoredObject> before, StoredObject after) {
            if (!before.map(PolicyFaults::taints).orElse(List.of()).equals(taints(after))) {
                changed.run();
            }
        }

        @Override
        public void deleted(StoredObject last) {
            if (!taints(last).isEmpty()) {
                changed.run();
            }
        }
    }
}
