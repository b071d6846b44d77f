package dev.tenure.kinds.admission.podresize;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status.Cause;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.List;

/// A pod asks for no more than its whole node has, and only on Linux.
public final class PodResizeValidator implements AdmissionPlugin {
    private static final String LINUX = "linux";

    @Override
    public String name() {
        return "PodResizeValidator";
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        if (!Resized.by(request)) {
            return;
        }
        Node node = Resized.node(request, cluster).view(Node.class);
        String system = node.meta().labels().getOrDefault(WellKnownLabels.OS, LINUX);
        if (!system.equals(LINUX)) {
            throw refusal(
                    request,
                    "pod resize is only supported on linux nodes, node \"%s\" is \"%s\"".formatted(node.name(), system),
                    "UnsupportedPlatform");
        }
        Pod pod = (Pod) Views.view(ResourceTypes.PODS, request.object());
        ResourceList requests = PodRequestsRule.requests(pod, PodRequestsRule.Options.WRITTEN);
        ResourceList allocatable = node.status().allocatable();
        var lacks = new ArrayList<String>();
        Quantity cpu = requests.get(ResourceList.CPU);
        Quantity cpus = allocatable.get(ResourceList.CPU);
        if (cpu.compareTo(cpus) > 0) {
            lacks.add("cpu, requested: %d, allocatable: %d".formatted(cpu.milliValue(), cpus.milliValue()));
        }
        Quantity memory = requests.get(ResourceList.MEMORY);
        Quantity memories = allocatable.get(ResourceList.MEMORY);
        if (memory.compareTo(memories) > 0) {
            lacks.add("memory, requested: %d, allocatable: %d".formatted(memory.value(), memories.value()));
        }
        if (!lacks.isEmpty()) {
            String why = "node didn't have enough allocatable resources: " + String.join("; ", lacks);
            throw refusal(request, why, "NodeCapacity");
        }
    }

    private static RefusedException refusal(AdmissionRequest request, String why, String cause) {
        return new RefusedException(
                Statuses.forbidden(ResourceTypes.PODS, request.shownName(), why, List.of(new Cause(cause, "", ""))));
    }
}
