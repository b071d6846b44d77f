package dev.tenure.scheduler.view;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.model.core.Volume;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.volume.PodVolumeRule;
import java.util.ArrayList;
import java.util.List;

/// A pod with what the scheduler works out of it once. Immutable.
public final class PodInfo {
    private final Pod pod;
    private final PodClass shape;
    private final long revision;
    private final Requests held;
    private final long nonZeroMilliCpu;
    private final long nonZeroMemoryBytes;

    /// @param shape the class of the pod; the same object for equal pods
    /// @param revision in which the API server showed it; 0 when no server did
    public PodInfo(Pod pod, PodClass shape, long revision) {
        this.pod = pod;
        this.shape = shape;
        this.revision = revision;
        if (countsByStatus(pod)) {
            ResourceList plain = PodRequestsRule.requests(pod, PodRequestsRule.Options.HELD);
            ResourceList scored = PodClass.withDefaults(pod, plain, PodRequestsRule.Resizing.HELD);
            held = Requests.of(plain);
            nonZeroMilliCpu = scored.get(ResourceList.CPU).milliValue();
            nonZeroMemoryBytes = scored.get(ResourceList.MEMORY).value();
        } else {
            held = shape.requests();
            nonZeroMilliCpu = shape.nonZeroMilliCpu();
            nonZeroMemoryBytes = shape.nonZeroMemoryBytes();
        }
    }

    /// Whether what it holds is told by its status too: as that of a pod that is being resized. What says the
    /// same as the spec adds nothing, and nearly every status does.
    private static boolean countsByStatus(Pod pod) {
        PodSpec spec = pod.spec();
        PodStatus status = pod.status();
        return status.resources()
                        .filter(has -> adds(
                                has,
                                status.allocatedResources(),
                                spec.resources().orElse(ResourceRequirements.NONE)))
                        .isPresent()
                || anyAdds(status.containerStatuses(), spec.containers())
                || anyAdds(status.initContainerStatuses(), spec.initContainers());
    }

    /// Whether what it holds is told by its status too, as that of a pod that is or was resized.
    public boolean countsByStatus() {
        return countsByStatus(pod);
    }

    private static boolean anyAdds(List<ContainerStatus> statuses, List<Container> containers) {
        for (ContainerStatus status : statuses) {
            if (status.resources().isPresent()
                    && adds(
                            status.resources().get(),
                            status.allocatedResources(),
                            written(containers, status.name()))) {
                return true;
            }
        }
        return false;
    }

    private static ResourceRequirements written(List<Container> containers, String name) {
        for (Container container : containers) {
            if (container.name().equals(name)) {
                return container.resources();
            }
        }
        return ResourceRequirements.NONE;
    }

    /// @param setAside empty where nothing is
    private static boolean adds(ResourceRequirements has, ResourceList setAside, ResourceRequirements written) {
        return !has.requests().equals(written.requests())
                || (!setAside.isEmpty() && !setAside.equals(written.requests()));
    }

    public Pod pod() {
        return pod;
    }

    public PodClass shape() {
        return shape;
    }

    /// The revision in which the API server showed the pod; 0 when no server did.
    public long revision() {
        return revision;
    }

    public String uid() {
        return pod.meta().uid();
    }

    /// `namespace/name`.
    public String qualifiedName() {
        return pod.qualifiedName();
    }

    public String namespace() {
        return pod.meta().namespace();
    }

    public int priority() {
        return pod.spec().priority();
    }

    /// What it takes of its node: of a running pod whose resources are being changed, the highest of what
    /// is wished for, set aside and in use.
    public Requests held() {
        return held;
    }

    public long nonZeroMilliCpu() {
        return nonZeroMilliCpu;
    }

    public long nonZeroMemoryBytes() {
        return nonZeroMemoryBytes;
    }

    /// Whether it runs on a node, or room is being made for it on one.
    public boolean heldNode() {
        return !pod.spec().nodeName().isEmpty()
                || !pod.status().nominatedNodeName().isEmpty();
    }

    public boolean hasAffinity() {
        return !shape.terms().isEmpty();
    }

    public List<AffinityTerm> requiredAffinity() {
        return shape.terms().requiredAffinity();
    }

    public List<AffinityTerm> requiredAntiAffinity() {
        return shape.terms().requiredAntiAffinity();
    }

    public List<AffinityTerm.Weighted> preferredAffinity() {
        return shape.terms().preferredAffinity();
    }

    public List<AffinityTerm.Weighted> preferredAntiAffinity() {
        return shape.terms().preferredAntiAffinity();
    }

    public List<HostPort> hostPorts() {
        return shape.hostPorts();
    }

    /// Names of the claims that its volumes use.
    public List<String> claims() {
        if (pod.spec().volumes().isEmpty()) {
            return List.of();
        }
        var names = new ArrayList<String>();
        for (Volume volume : pod.spec().volumes()) {
            PodVolumeRule.claim(pod, volume).ifPresent(names::add);
        }
        return names;
    }

    @Override
    public String toString() {
        return "PodInfo[" + qualifiedName() + "]";
    }
}
