package dev.tenure.scheduler.device;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.NodeSelectorTerm;
import dev.tenure.model.device.Device;
import dev.tenure.model.device.DeviceReach;
import dev.tenure.model.device.ResourceSlice;
import dev.tenure.rules.selector.NodeTermRule;
import java.util.List;

/// From which nodes devices can be used. Upstream: NodeMatches in pools_incubating.go.
public final class DeviceReachRule {
    private DeviceReachRule() {}

    /// Whether a node is within reach of what says so of itself.
    static boolean reaches(DeviceReach reach, Node node) {
        return switch (reach) {
            case DeviceReach.OneNode(var name) -> name.equals(node.name());
            case DeviceReach.Matching(var terms) -> anyMatches(terms, node);
            case DeviceReach.AllNodes _ -> true;
            case DeviceReach.PerDevice _, DeviceReach.Unsaid _ -> false;
        };
    }

    /// Whether a node matches one of the terms.
    public static boolean anyMatches(List<NodeSelectorTerm> terms, Node node) {
        for (NodeSelectorTerm term : terms) {
            if (NodeTermRule.matches(term, node)) {
                return true;
            }
        }
        return false;
    }

    /// Whether some device of a slice can be used from a node, or the slice has to be known there anyway.
    static boolean concerns(ResourceSlice slice, Node node) {
        if (!slice.counters().isEmpty()) {
            return true;
        }
        if (!(slice.reach() instanceof DeviceReach.PerDevice)) {
            return reaches(slice.reach(), node);
        }
        for (Device device : slice.devices()) {
            if (reaches(device.reach(), node)) {
                return true;
            }
        }
        return false;
    }

    /// Whether a device of a slice that concerns the node can be used from there.
    static boolean reaches(ResourceSlice slice, Device device, Node node) {
        return !(slice.reach() instanceof DeviceReach.PerDevice) || reaches(device.reach(), node);
    }
}
