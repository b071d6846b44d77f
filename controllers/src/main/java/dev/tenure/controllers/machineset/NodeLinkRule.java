package dev.tenure.controllers.machineset;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.Frozen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a node lacks of its machine: the annotation that names it, its labels, its taints. A taint whose key
/// and effect the node has already stays as it is there, and none is ever taken away. Upstream:
/// nodelink_controller.go.
final class NodeLinkRule {
    /// Names the machine of a node, `namespace/name`.
    public static final String ANNOTATION = "machine.openshift.io/machine";

    private NodeLinkRule() {}

    /// What to do to the node.
    public sealed interface Verdict {
        record Linked() implements Verdict {}

        /// @param taints all that the node is to have, those it had first
        /// @param labels those to set
        record Link(List<Taint> taints, Map<String, String> labels, String machine) implements Verdict {
            public Link {
                taints = List.copyOf(taints);
                labels = Frozen.map(labels);
            }
        }
    }

    public static Verdict decide(Machine machine, Node node) {
        List<Taint> taints = new ArrayList<>(node.spec().taints());
        for (Taint wanted : machine.taints()) {
            if (taints.stream().noneMatch(wanted::sameAs)) {
                taints.add(wanted);
            }
        }
        Map<String, String> labels = new HashMap<>(machine.labels());
        labels.entrySet()
                .removeIf(label -> label.getValue().equals(node.meta().labels().get(label.getKey())));
        boolean named = machine.qualifiedName().equals(node.meta().annotations().get(ANNOTATION));
        boolean linked = named
                && labels.isEmpty()
                && taints.size() == node.spec().taints().size();
        return linked ? new Verdict.Linked() : new Verdict.Link(taints, labels, machine.qualifiedName());
    }

    /// Whether a node is the one of a machine: by the provider's id, else by an internal address.
    public static boolean belongs(Machine machine, Node node) {
        if (!machine.providerId().isEmpty()) {
            return machine.providerId().equals(node.spec().providerId());
        }
        return node.status().addresses().stream()
                .anyMatch(address -> address.type().equals("InternalIP")
                        && machine.addresses().contains(address.address()));
    }
}
