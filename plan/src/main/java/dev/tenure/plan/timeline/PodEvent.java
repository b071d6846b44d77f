package dev.tenure.plan.timeline;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/// An event about a pod, in whichever of the two versions it was written.
///
/// @param uid of the pod; empty where the writer left it out, as the controller that evicts for taints does
/// @param host of the writer; empty when it is no node
/// @param count how often it happened; the moment is that of the last time
record PodEvent(
        Instant at, String namespace, String name, String uid, String host, String reason, String message, int count) {
    /// Absent for events about something else, or without a moment.
    static Optional<PodEvent> of(StoredObject object) {
        JsonNode event = Json.readObject(object.json());
        JsonNode about = event.path(event.has("regarding") ? "regarding" : "involvedObject");
        if (!about.path("kind").asText().equals("Pod")) {
            return Optional.empty();
        }
        return moment(event)
                .map(at -> new PodEvent(
                        at,
                        about.path("namespace").asText(),
                        about.path("name").asText(),
                        about.path("uid").asText(),
                        event.path("source").path("host").asText(),
                        event.path("reason").asText(),
                        event.path(event.has("note") ? "note" : "message").asText(),
                        Math.max(
                                1,
                                Math.max(
                                        event.path("count").asInt(),
                                        event.at("/series/count").asInt()))));
    }

    /// The node to which the scheduler brought the pod, when that is what it tells.
    Optional<String> placedOn() {
        String words = "Successfully assigned %s/%s to ".formatted(namespace, name);
        return reason.equals("Scheduled") && message.startsWith(words)
                ? Optional.of(message.substring(words.length()))
                : Optional.empty();
    }

    private static Optional<Instant> moment(JsonNode event) {
        return Stream.of(
                        "/series/lastObservedTime",
                        "/lastTimestamp",
                        "/deprecatedLastTimestamp",
                        "/eventTime",
                        "/metadata/creationTimestamp")
                .flatMap(path -> event.at(path).asTime().stream())
                .findFirst();
    }
}
