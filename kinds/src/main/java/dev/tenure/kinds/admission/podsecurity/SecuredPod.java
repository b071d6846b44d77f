package dev.tenure.kinds.admission.podsecurity;

import dev.tenure.kinds.podspec.ContainerVisits;
import dev.tenure.wire.json.JsonNode;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/// A pod or the template of one, as the checks of the standards look at it.
///
/// @param metadata of the pod or template
/// @param spec of the pod or template
record SecuredPod(JsonNode metadata, JsonNode spec) {
    static final String SECURITY = "securityContext";

    JsonNode security() {
        return spec.path(SECURITY);
    }

    List<JsonNode> containers() {
        return ContainerVisits.all(spec).stream()
                .map(ContainerVisits.Visit::container)
                .toList();
    }

    /// Names of those whose security context is as described.
    List<String> containersWith(Predicate<JsonNode> security) {
        return containers().stream()
                .filter(container -> security.test(container.path(SECURITY)))
                .map(container -> container.path("name").asText(""))
                .toList();
    }

    boolean onWindows() {
        return spec.path("os").path("name").asText("").equals("windows");
    }

    boolean inUserNamespace() {
        return spec.path("hostUsers").isBoolean() && !spec.path("hostUsers").asBoolean();
    }

    /// `container "a"`, or `containers "a", "b"`.
    static String named(List<String> containers) {
        return counted(containers, "container") + " " + quoted(containers);
    }

    /// `pod`, `container "a"`, or both.
    ///
    /// @param pod whether the pod's own security context is at fault
    static String setters(boolean pod, List<String> containers) {
        if (containers.isEmpty()) {
            return "pod";
        }
        return pod ? "pod and " + named(containers) : named(containers);
    }

    static String counted(Collection<String> things, String one) {
        return things.size() == 1 ? one : one + "s";
    }

    static String quoted(Collection<String> texts) {
        return "\"" + String.join("\", \"", texts) + "\"";
    }
}
