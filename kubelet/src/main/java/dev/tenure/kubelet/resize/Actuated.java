package dev.tenure.kubelet.resize;

import dev.tenure.model.core.ContainerStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodStatus;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.model.meta.Frozen;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What a pod and its containers were given last. Whatever is not named here has what is set aside for it.
/// Upstream: kuberuntime's actuatedState.
///
/// @param pod what the pod as a whole was given, if that differs from what is set aside or did
/// @param containers by id of container
public record Actuated(Optional<Amounts> pod, Map<String, Amounts> containers) {
    public static final Actuated NOTHING = new Actuated(Optional.empty(), Map.of());

    private static final String BEHIND_RUNTIME = "://";

    public Actuated {
        containers = Frozen.map(containers);
    }

    /// What the API shows that the running containers of a pod were given.
    public static Actuated shown(Pod pod) {
        PodStatus status = pod.status();
        Optional<ResourceRequirements> whole =
                pod.spec().resources().flatMap(asked -> status.resources().map(shown -> narrowed(shown, asked)));
        var containers = new HashMap<String, Amounts>();
        Stream.concat(status.initContainerStatuses().stream(), status.containerStatuses().stream())
                .filter(each -> each.state() instanceof ContainerStatus.State.Running)
                .forEach(each -> each.resources()
                        .ifPresent(resources -> containers.put(id(each), Amounts.of(resources, whole))));
        return new Actuated(whole.map(Amounts::of), containers);
    }

    /// Without the name of the runtime that stands before it.
    private static String id(ContainerStatus status) {
        String id = status.containerId();
        int name = id.indexOf(BEHIND_RUNTIME);
        return name < 0 ? id : id.substring(name + BEHIND_RUNTIME.length());
    }

    /// The status of a pod tells sums of its containers, too, where the pod as a whole asks for nothing.
    private static ResourceRequirements narrowed(ResourceRequirements shown, ResourceRequirements asked) {
        return new ResourceRequirements(
                narrowed(shown.requests(), asked.requests()), narrowed(shown.limits(), asked.limits()));
    }

    private static ResourceList narrowed(ResourceList shown, ResourceList asked) {
        var left = new HashMap<>(shown.amounts());
        left.keySet().retainAll(asked.amounts().keySet());
        return new ResourceList(left);
    }

    public Actuated with(String containerId, Amounts given) {
        var more = new HashMap<>(containers);
        more.put(containerId, given);
        return new Actuated(pod, more);
    }

    public Actuated withPod(Amounts given) {
        return new Actuated(Optional.of(given), containers);
    }

    /// The same, and what came later.
    public Actuated with(Actuated later) {
        var all = new HashMap<>(containers);
        all.putAll(later.containers);
        return new Actuated(later.pod.or(() -> pod), all);
    }

    /// Only what there still is.
    public Actuated among(Collection<String> containerIds) {
        var left = new HashMap<>(containers);
        left.keySet().retainAll(containerIds);
        return new Actuated(pod, left);
    }
}
