package dev.tenure.scheduler.plugin.dynamicresources;

import dev.tenure.model.core.PodStatus.Mapping;
import dev.tenure.model.device.DeviceClass;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.rules.fit.ResourceNameRule;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Which extended resources of a pod have to be met by devices on a node: those that the node itself does not
/// offer and for which there is a class. Upstream: hasDeviceClassMappedExtendedResource,
/// filterExtendedResources.
final class ExtendedNeedRule {
    private ExtendedNeedRule() {}

    sealed interface Need {
        /// The node itself has all of it, and the pod has no other claims.
        enum None implements Need {
            NONE
        }

        /// @param claim the pod's, as it is on this node
        /// @param mappings which container has the devices of which request
        record Claimed(ResourceClaim claim, List<Mapping> mappings) implements Need {
            public Claimed {
                mappings = List.copyOf(mappings);
            }
        }

        record Unfit(String why) implements Need {}
    }

    /// Whether some resource that a pod wants can be met by devices.
    static boolean concerns(PodInfo pod, ClusterView cluster) {
        for (Map.Entry<String, Long> wanted : pod.shape().requests().scalars().entrySet()) {
            if (wanted.getValue() != 0
                    && cluster.devices().classOf(wanted.getKey()).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /// @param extended the pod's claim for its extended resources
    /// @param alone whether it has no other claims
    static Need of(Cycle cycle, ResourceClaim extended, boolean alone, NodeState node) {
        if (!ExtendedClaims.isImagined(extended)) {
            // left over from an earlier attempt, whose choice may no longer hold
            return new Need.Unfit("cannot schedule extended resource claim");
        }
        var classes = new TreeMap<String, DeviceClass>();
        Map<String, Long> offered = node.allocatable().scalars();
        for (Map.Entry<String, Long> wanted :
                cycle.pod().shape().requests().scalars().entrySet()) {
            String resource = wanted.getKey();
            if (wanted.getValue() == 0 || !ResourceNameRule.ofDevices(resource)) {
                continue;
            }
            Optional<DeviceClass> meeting = offered.getOrDefault(resource, 0L) == 0
                    ? cycle.cluster().devices().classOf(resource)
                    : Optional.empty();
            if (meeting.isPresent()) {
                classes.put(resource, meeting.get());
            } else if (!offered.containsKey(resource)) {
                return new Need.Unfit("cannot fit resource");
            }
        }
        if (alone && classes.isEmpty()) {
            return Need.None.NONE;
        }
        if (ExtendedRequestsRule.areTooMany(cycle.pod().pod(), classes.keySet())) {
            return new Need.Unfit("more containers want devices for extended resources than a claim can have requests");
        }
        var wanted = ExtendedRequestsRule.of(cycle.pod().pod(), classes);
        return new Need.Claimed(extended.withRequests(wanted.requests()), wanted.mappings());
    }
}
