package dev.tenure.model.core;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What is known of a pod.
///
/// @param reason why the pod is in its phase, for example `Evicted`; empty when unknown
/// @param podIps all addresses, the first one being the main one
/// @param nominatedNodeName the node on which room is being made; empty when none is
/// @param qosClass empty before it was worked out
/// @param resize `Infeasible`, `Deferred`, `InProgress`, `Proposed`, or empty (old way of telling it)
/// @param resourceClaims the claims that were made for the pod from templates
/// @param extendedClaim the claim that the scheduler made for extended resources that devices meet
/// @param resources resources set aside for the pod as a whole, if the node says so
public record PodStatus(
        PodPhase phase,
        String reason,
        String message,
        List<Condition> conditions,
        List<String> podIps,
        List<String> hostIps,
        String nominatedNodeName,
        Optional<Instant> startTime,
        String qosClass,
        String resize,
        Optional<ResourceRequirements> resources,
        ResourceList allocatedResources,
        List<ContainerStatus> initContainerStatuses,
        List<ContainerStatus> containerStatuses,
        List<MadeClaim> resourceClaims,
        Optional<ExtendedClaim> extendedClaim,
        long observedGeneration) {
    public PodStatus {
        conditions = List.copyOf(conditions);
        podIps = List.copyOf(podIps);
        hostIps = List.copyOf(hostIps);
        initContainerStatuses = List.copyOf(initContainerStatuses);
        containerStatuses = List.copyOf(containerStatuses);
        resourceClaims = List.copyOf(resourceClaims);
    }

    /// @param name by which the pod's spec knows it
    /// @param claimName empty when it turned out that none is needed
    public record MadeClaim(String name, String claimName) {}

    /// A claim of devices that are extended resources of containers.
    public record ExtendedClaim(String claimName, List<Mapping> mappings) {
        public ExtendedClaim {
            mappings = List.copyOf(mappings);
        }
    }

    /// @param request of the claim, whose devices the container has for the resource
    public record Mapping(String container, String resource, String request) {}

    /// A status that says nothing but this.
    public static PodStatus of(PodPhase phase, List<Condition> conditions) {
        return new PodStatus(
                phase,
                "",
                "",
                conditions,
                List.of(),
                List.of(),
                "",
                Optional.empty(),
                "",
                "",
                Optional.empty(),
                ResourceList.EMPTY,
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                0);
    }

    public Optional<Condition> condition(String type) {
        return Condition.find(conditions, type);
    }

    /// Whether a condition has the status True; one that the pod does not show has not.
    public boolean isTrue(String type) {
        return condition(type).filter(Condition::isTrue).isPresent();
    }
}
