package dev.tenure.kinds.admission.podsecurity;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MissingNode;
import java.util.List;

/// Which updates of a pod may change what the standards look at: other images, and new ephemeral containers.
/// Pure.
final class SecurityChangeRule {
    private static final String SECCOMP = "container.seccomp.security.alpha.kubernetes.io/";

    private SecurityChangeRule() {}

    static boolean matters(JsonNode pod, JsonNode old) {
        for (String list : List.of("containers", "initContainers")) {
            JsonNode containers = pod.path("spec").path(list);
            JsonNode before = old.path("spec").path(list);
            if (containers.size() != before.size()) {
                return true;
            }
            for (int i = 0; i < containers.size(); i++) {
                if (differs(containers.get(i), before.get(i), pod, old)) {
                    return true;
                }
            }
        }
        for (JsonNode container : pod.path("spec").path("ephemeralContainers")) {
            JsonNode before = named(old.path("spec").path("ephemeralContainers"), container.path("name"));
            if (before.isMissingNode() || differs(container, before, pod, old)) {
                return true;
            }
        }
        return false;
    }

    private static JsonNode named(JsonNode containers, JsonNode name) {
        for (JsonNode container : containers) {
            if (container.path("name").equals(name)) {
                return container;
            }
        }
        return MissingNode.INSTANCE;
    }

    private static boolean differs(JsonNode container, JsonNode before, JsonNode pod, JsonNode old) {
        String annotation = SECCOMP + container.path("name").asText("");
        return !text(container, "image").equals(text(before, "image"))
                || !text(pod.path("metadata").path("annotations"), annotation)
                        .equals(text(old.path("metadata").path("annotations"), annotation));
    }

    private static String text(JsonNode parent, String name) {
        return parent.path(name).asText("");
    }
}
