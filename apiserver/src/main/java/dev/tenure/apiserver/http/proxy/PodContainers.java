package dev.tenure.apiserver.http.proxy;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// Which container of a pod is meant. Pure. Upstream: registry/core/pod/strategy.go, validateContainer.
final class PodContainers {
    private PodContainers() {}

    /// @param wanted its name, or empty when there is only one to choose
    /// @throws RefusedException with 400 when the pod has none of that name, or several and none was named
    static String chosen(String wanted, StoredObject pod) {
        List<String> containers = names(pod, "containers");
        if (wanted.isEmpty() && containers.size() == 1) {
            return containers.getFirst();
        }
        List<String> all = new ArrayList<>(names(pod, "initContainers"));
        all.addAll(containers);
        all.addAll(names(pod, "ephemeralContainers"));
        String name = pod.key().name();
        if (wanted.isEmpty()) {
            throw new RefusedException(
                    Statuses.badRequest("a container name must be specified for pod %s, choose one of: [%s]"
                            .formatted(name, String.join(" ", all))));
        }
        if (!all.contains(wanted)) {
            throw new RefusedException(
                    Statuses.badRequest("container %s is not valid for pod %s".formatted(wanted, name)));
        }
        return wanted;
    }

    private static List<String> names(StoredObject pod, String list) {
        List<String> names = new ArrayList<>();
        for (JsonNode container : Document.of(pod.content()).at("spec", list)) {
            names.add(container.path("name").asText());
        }
        return names;
    }
}
