package dev.tenure.simnodes;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.Pod;
import dev.tenure.simnodes.config.ConfigLack;
import dev.tenure.simnodes.config.ConfigPlace;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// What the statuses of the containers of a pod say while something is missing that it needs. Upstream:
/// kubelet_pods.go (convertToAPIContainerStatuses), kuberuntime_container.go.
record LackReport(List<ConfigLack> lacks) {
    private static final String REASON = "CreateContainerConfigError";
    private static final String INITIALIZING = "PodInitializing";

    /// Whether the pod has its volumes.
    boolean mounted() {
        return lacks.stream().noneMatch(lack -> lack.place() instanceof ConfigPlace.Volume);
    }

    private boolean duringInit() {
        return !mounted()
                || lacks.stream()
                        .anyMatch(lack -> lack.place() instanceof ConfigPlace.Environment(var _, var init) && init);
    }

    private Optional<String> lack(String container, boolean init) {
        var place = new ConfigPlace.Environment(container, init);
        return lacks.stream()
                .filter(lack -> lack.place().equals(place))
                .map(ConfigLack::message)
                .findFirst();
    }

    /// Whether a container runs although others of its pod cannot: containers do not wait for each other, but
    /// for their volumes and for the init containers.
    boolean runs(String container) {
        return initialized() && lack(container, false).isEmpty();
    }

    /// Whether the init containers are done, and those that go on beside the others run.
    boolean initialized() {
        return !duringInit();
    }

    /// The init containers that are not done.
    List<String> uninitialized(Pod pod) {
        List<String> all =
                pod.spec().initContainers().stream().map(Container::name).toList();
        boolean found = !mounted();
        int from = found ? 0 : all.size();
        for (int i = 0; i < all.size() && !found; i++) {
            found = lack(all.get(i), true).isPresent();
            from = found ? i : from;
        }
        return all.subList(from, all.size());
    }

    /// Has those init containers wait that are not done.
    ///
    /// @param statuses of all, as if they were
    void inits(JsonNode statuses) {
        boolean waits = !mounted();
        for (JsonNode each : statuses) {
            Optional<String> lack = lack(each.path("name").asText(), true);
            waits = waits || lack.isPresent();
            if (waits) {
                wait((ObjectNode) each, lack, INITIALIZING);
            }
        }
    }

    /// Has the containers wait that do not run.
    void containers(JsonNode statuses, Pod pod) {
        boolean inits = !pod.spec().initContainers().isEmpty() && duringInit();
        for (JsonNode each : statuses) {
            String name = each.path("name").asText();
            if (!runs(name)) {
                wait((ObjectNode) each, lack(name, false), inits ? INITIALIZING : "ContainerCreating");
            }
        }
    }

    /// The statuses of containers that ran before and were to start again.
    ///
    /// @param shown what is shown of them
    JsonNode again(JsonNode shown) {
        JsonNode statuses = shown.deepCopy();
        for (JsonNode each : statuses) {
            lack(each.path("name").asText(), false)
                    .ifPresent(message -> waiting((ObjectNode) each, REASON).put("message", message));
        }
        return statuses;
    }

    /// A container that was never made has neither an image nor a number.
    private static void wait(ObjectNode status, Optional<String> lack, String otherwise) {
        status.put("imageID", "").put("ready", false).put("started", false).remove("containerID");
        ObjectNode waiting = waiting(status, lack.isPresent() ? REASON : otherwise);
        lack.ifPresent(message -> waiting.put("message", message));
    }

    private static ObjectNode waiting(ObjectNode status, String reason) {
        return status.putObject("state").putObject("waiting").put("reason", reason);
    }
}
