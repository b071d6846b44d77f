package dev.tenure.scheduler.explain;

import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.scheduler.plugin.nodeaffinity.NodeAffinity;
import dev.tenure.scheduler.plugin.nodeports.NodePorts;
import dev.tenure.scheduler.plugin.noderesources.NodeResourcesFit;
import dev.tenure.scheduler.plugin.tainttoleration.TaintToleration;
import dev.tenure.scheduler.view.HostPort;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.scheduler.view.Requests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// What exactly stands against a pod on a node: the taint, the amounts, the label, the pod that holds the
/// port. The reasons of the plugins, which are upstream's words, do not name it.
final class RefusalDetailRule {
    private final TaintToleration taints;

    RefusalDetailRule(TaintToleration taints) {
        this.taints = taints;
    }

    /// @param plugin which refused the pod there
    /// @return empty when the plugin's own words say all that is known here
    Optional<String> of(String plugin, PodInfo pod, NodeState node) {
        return switch (plugin) {
            case TaintToleration.NAME ->
                taints.untolerated(pod.pod(), node.node()).map(taint -> "taint " + taint.withoutTime());
            case NodeResourcesFit.NAME -> joined(lacks(pod, node));
            case NodeAffinity.NAME -> joined(labels(pod, node));
            case NodePorts.NAME -> joined(ports(pod, node));
            default -> Optional.empty();
        };
    }

    private static Optional<String> joined(List<String> parts) {
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", parts));
    }

    private static List<String> lacks(PodInfo pod, NodeState node) {
        var lacks = new ArrayList<String>();
        if (node.pods().size() >= node.podsAllowed()) {
            lacks.add("%d of %d pods".formatted(node.pods().size(), node.podsAllowed()));
        }
        Requests wanted = pod.shape().requests();
        var names = new ArrayList<>(List.of(ResourceList.CPU, ResourceList.MEMORY, ResourceList.EPHEMERAL_STORAGE));
        names.addAll(new TreeSet<>(wanted.scalars().keySet()));
        for (String resource : names) {
            long room = node.allocatable().amount(resource);
            long free = room - node.requested(resource);
            if (wanted.amount(resource) > Math.max(0, free)) {
                lacks.add("%s: asks %s, %s of %s is free"
                        .formatted(
                                resource,
                                AmountText.atLeast(resource, wanted.amount(resource)),
                                AmountText.atMost(resource, Math.max(0, free)),
                                AmountText.atMost(resource, room)));
            }
        }
        return lacks;
    }

    private static List<String> labels(PodInfo pod, NodeState node) {
        var wrong = new ArrayList<String>();
        for (Map.Entry<String, String> wanted : pod.pod().spec().nodeSelector().entrySet()) {
            String label = node.label(wanted.getKey());
            if (wanted.getKey().equals(WellKnownLabels.HOSTNAME)) {
                // each node has its own, and the same is to be said of all of them
                if (!wanted.getValue().equals(label)) {
                    wrong.add("label %s is not %s".formatted(wanted.getKey(), wanted.getValue()));
                }
            } else if (label == null) {
                wrong.add("has no label %s, wanted %s".formatted(wanted.getKey(), wanted.getValue()));
            } else if (!label.equals(wanted.getValue())) {
                wrong.add("label %s is %s, wanted %s".formatted(wanted.getKey(), label, wanted.getValue()));
            }
        }
        return wrong;
    }

    private static List<String> ports(PodInfo pod, NodeState node) {
        var taken = new ArrayList<String>();
        for (HostPort wanted : pod.hostPorts()) {
            for (PodInfo other : node.pods()) {
                if (other.hostPorts().stream().anyMatch(wanted::conflictsWith)) {
                    taken.add("port %d/%s is held by pod %s"
                            .formatted(wanted.port(), wanted.protocol(), other.qualifiedName()));
                }
            }
        }
        return taken;
    }
}
