package dev.tenure.model.core;

import dev.tenure.model.meta.Frozen;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// What a pod is to be.
///
/// @param nodeName empty while the pod has no node
/// @param priority 0 when none was resolved
/// @param priorityClassName empty when none is named
/// @param nodeSelector labels that the node must have
/// @param overhead what the sandbox takes on top
/// @param resources the pod's own requests and limits, which stand above those of its containers
/// @param schedulingGates names of what must happen before the pod may be scheduled
/// @param hostUsers whether the pod shares the node's user namespace (default yes)
/// @param runtimeClassName empty when none is named
/// @param operatingSystem `linux`, `windows`, or empty when not set
public record PodSpec(
        String nodeName,
        String schedulerName,
        int priority,
        String priorityClassName,
        PreemptionPolicy preemptionPolicy,
        List<Toleration> tolerations,
        Map<String, String> nodeSelector,
        Affinity affinity,
        List<TopologySpreadConstraint> topologySpreadConstraints,
        List<Container> initContainers,
        List<Container> containers,
        ResourceList overhead,
        Optional<ResourceRequirements> resources,
        List<String> schedulingGates,
        boolean hostNetwork,
        boolean hostUsers,
        List<Volume> volumes,
        long terminationGraceSeconds,
        RestartPolicy restartPolicy,
        String serviceAccountName,
        OptionalLong activeDeadlineSeconds,
        String runtimeClassName,
        String operatingSystem,
        List<String> readinessGates,
        List<ResourceClaim> resourceClaims,
        Identity identity) {
    /// A claim on devices.
    ///
    /// @param claimName empty when the claim is made from a template
    public record ResourceClaim(String name, String claimName, String templateName) {}

    /// How the pod is known on the network.
    public record Identity(String hostname, String subdomain) {
        public static final Identity NONE = new Identity("", "");
    }

    public PodSpec {
        tolerations = List.copyOf(tolerations);
        nodeSelector = Frozen.map(nodeSelector);
        topologySpreadConstraints = List.copyOf(topologySpreadConstraints);
        initContainers = List.copyOf(initContainers);
        containers = List.copyOf(containers);
        schedulingGates = List.copyOf(schedulingGates);
        volumes = List.copyOf(volumes);
        readinessGates = List.copyOf(readinessGates);
        resourceClaims = List.copyOf(resourceClaims);
    }

    public boolean bound() {
        return !nodeName.isEmpty();
    }

    /// The same wishes with other tolerations and containers, and on another node or, when `node` is empty,
    /// on none.
    public PodSpec with(String node, List<Toleration> otherTolerations, List<Container> otherContainers) {
        return new PodSpec(
                node,
                schedulerName,
                priority,
                priorityClassName,
                preemptionPolicy,
                otherTolerations,
                nodeSelector,
                affinity,
                topologySpreadConstraints,
                initContainers,
                otherContainers,
                overhead,
                resources,
                schedulingGates,
                hostNetwork,
                hostUsers,
                volumes,
                terminationGraceSeconds,
                restartPolicy,
                serviceAccountName,
                activeDeadlineSeconds,
                runtimeClassName,
                operatingSystem,
                readinessGates,
                resourceClaims,
                identity);
    }
}
