package dev.tenure.node.streaming;

import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Which container's log is meant by a name, or says why there is none yet. Upstream: kubelet_pods.go
/// (validateContainerLogStatus).
final class LogChoice {
    private static final String BEHIND_RUNTIME = "://";

    private LogChoice() {}

    /// The answer.
    sealed interface Verdict {
        record Of(String containerId) implements Verdict {}

        record None(String why) implements Verdict {}
    }

    /// @param status of the pod
    /// @param previous whether the container before the one that runs is meant
    static Verdict choose(JsonNode status, String pod, String container, boolean previous) {
        String who = "container \"%s\" in pod \"%s\"".formatted(container, pod);
        Optional<JsonNode> known = status(status, container);
        if (known.isEmpty()) {
            return new Verdict.None(who + " is not available");
        }
        JsonNode state = known.get().path("state");
        JsonNode last = known.get().path("lastState").path("terminated");
        if (previous) {
            return id(last).isEmpty()
                    ? new Verdict.None(
                            "previous terminated container \"%s\" in pod \"%s\" not found".formatted(container, pod))
                    : new Verdict.Of(id(last));
        }
        if (state.path("running").isObject()) {
            return new Verdict.Of(id(known.get()));
        }
        JsonNode ended = state.path("terminated");
        if (ended.isObject() || last.isObject()) {
            String id = id(ended).isEmpty() ? id(last) : id(ended);
            return id.isEmpty() ? new Verdict.None(who + " is terminated") : new Verdict.Of(id);
        }
        return new Verdict.None(who + waits(state.path("waiting").path("reason").asText("")));
    }

    private static Optional<JsonNode> status(JsonNode status, String container) {
        return Stream.of("containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses")
                .map(list -> status.path(list).valueStream().toList())
                .flatMap(List::stream)
                .filter(each -> each.path("name").asText().equals(container))
                .findFirst();
    }

    private static String waits(String reason) {
        return switch (reason) {
            case "" -> " is waiting to start - no logs yet";
            case "ErrImagePull" -> " is waiting to start: image can't be pulled";
            case "ImagePullBackOff" -> " is waiting to start: trying and failing to pull image";
            default -> " is waiting to start: " + reason;
        };
    }

    /// Without the name of the runtime.
    private static String id(JsonNode named) {
        String id = named.path("containerID").asText("");
        int name = id.indexOf(BEHIND_RUNTIME);
        return name < 0 ? id : id.substring(name + BEHIND_RUNTIME.length());
    }
}
