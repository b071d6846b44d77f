package dev.tenure.simnodes;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// The containers that are put into a running pod to look at it (`kubectl debug`): each
/// starts once, as soon as its node hears of it, runs as long as the pod does, and is
/// never started again. What the API shows of them is all that is
/// remembered. Stateless. Upstream: kuberuntime_manager.go (computePodActions).
final class EphemeralContainers {
    private static final String STATUSES = "ephemeralContainerStatuses";
    private static final String ID_PREFIX = "simulated://";
    /// Exit codes of a process that ends on SIGTERM, and of one whose machine went down.
    private static final int TERMINATED = 143;

    private static final int LOST = 137;

    private EphemeralContainers() {}

    /// Adds to a report of a pod that runs what is not shown of them yet.
    ///
    /// @param restarted whether the machine went down meanwhile, and those that ran with it
    static void running(StoredObject stored, Instant now, boolean restarted, ObjectNode patch) {
        if (!mayHave(stored)) {
            return;
        }
        JsonNode pod = Json.readObject(stored.json());
        ArrayNode shown = restarted ? endedWith(pod, LOST, now) : statuses(pod);
        for (JsonNode container : pod.path("spec").path("ephemeralContainers")) {
            String name = container.path("name").asText();
            boolean known = shown.valueStream()
                    .anyMatch(status -> status.path("name").asText().equals(name));
            if (!known) {
                shown.add(first(stored, container, now));
            }
        }
        show(shown, pod, patch);
    }

    /// Adds to a report of a pod that has ended that they have, too.
    static void ended(StoredObject stored, Instant now, ObjectNode patch) {
        if (mayHave(stored)) {
            JsonNode pod = Json.readObject(stored.json());
            show(endedWith(pod, TERMINATED, now), pod, patch);
        }
    }

    private static void show(ArrayNode list, JsonNode pod, ObjectNode patch) {
        if (!list.equals(statuses(pod))) {
            patch.withObjectProperty("status").set(STATUSES, list);
        }
    }

    /// No pod is made with one, and whoever adds one changes its spec.
    private static boolean mayHave(StoredObject stored) {
        return stored.view(Pod.class).meta().generation() > 1;
    }

    private static ArrayNode statuses(JsonNode pod) {
        ArrayNode copy = Json.array();
        pod.path("status").path(STATUSES).forEach(status -> copy.add(status.deepCopy()));
        return copy;
    }

    private static ObjectNode first(StoredObject stored, JsonNode container, Instant now) {
        String name = container.path("name").asText();
        String image = container.path("image").asText();
        ObjectNode status = Json.object().put("name", name);
        if (ImageRule.available(image)) {
            status.putObject("state").putObject("running").put("startedAt", second(now));
        } else {
            status.putObject("state")
                    .putObject("waiting")
                    .put("reason", "ErrImagePull")
                    .put("message", "failed to pull image \"" + image + "\": not found");
        }
        return status.put("ready", false)
                .put("restartCount", 0)
                .put("image", image)
                .put("imageID", ID_PREFIX + image)
                .put("containerID", ID_PREFIX + stored.uid() + "/" + name + "/0");
    }

    private static ArrayNode endedWith(JsonNode pod, int exitCode, Instant now) {
        ArrayNode list = statuses(pod);
        for (JsonNode status : list) {
            JsonNode running = status.path("state").path("running");
            if (running.isObject() && status instanceof ObjectNode own) {
                String startedAt = running.path("startedAt").asText();
                own.putObject("state")
                        .putObject("terminated")
                        .put("exitCode", exitCode)
                        .put("reason", "Error")
                        .put("startedAt", startedAt)
                        .put("finishedAt", second(now))
                        .put("containerID", status.path("containerID").asText());
            }
        }
        return list;
    }

    private static String second(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
