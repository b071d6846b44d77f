package dev.tenure.controllers.podgc.retention;

import dev.tenure.controllers.podgc.retention.FailedPodRetention.Pause;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// That an owner makes no pods for a while, because they failed again and again; as it stands in the status
/// of a retention, where the policy that refuses the pods reads it.
///
/// @param owner the controller of the pods
/// @param node where they failed
/// @param reason of the last of them, in one word
/// @param message of the last of them, or its beginning
/// @param pods how many they were
/// @param paused whether it makes none now; afterwards it is watched until nothing has failed for a window
/// @param since the begin, in whole seconds
/// @param until the end, in whole seconds
public record OwnerPause(
        OwnerReference owner,
        String namespace,
        String node,
        String reason,
        String message,
        int pods,
        boolean paused,
        Instant since,
        Instant until) {
    private static final int MESSAGE_MAX = 200;

    public OwnerPause {
        message = message.length() > MESSAGE_MAX ? message.substring(0, MESSAGE_MAX - 1) + "…" : message;
        since = since.truncatedTo(ChronoUnit.SECONDS);
        until = until.truncatedTo(ChronoUnit.SECONDS);
    }

    /// The first pause of an owner is as long as asked, each further one twice as long as the one before.
    ///
    /// @param before the last pause of the owner
    public static Duration length(Pause asked, Optional<OwnerPause> before) {
        Duration wanted = before.map(
                        last -> Duration.between(last.since(), last.until()).multipliedBy(2))
                .orElse(asked.first());
        return wanted.compareTo(asked.most()) < 0 ? wanted : asked.most();
    }

    /// It is over; the owner is watched.
    public OwnerPause ended() {
        return new OwnerPause(owner, namespace, node, reason, message, pods, false, since, until);
    }

    /// Absent for what somebody else wrote and cannot be read.
    public static Optional<OwnerPause> of(JsonNode json) {
        try {
            var owner = new OwnerReference(
                    json.path("apiVersion").asText(""),
                    json.path("kind").asText(""),
                    json.path("name").asText(""),
                    json.path("uid").asText(""),
                    true,
                    false);
            return Optional.of(new OwnerPause(
                    owner,
                    json.path("namespace").asText(""),
                    json.path("node").asText(""),
                    json.path("reason").asText(""),
                    json.path("message").asText(""),
                    json.path("pods").asInt(0),
                    json.path("paused").asBoolean(false),
                    Instant.parse(json.path("since").asText("")),
                    Instant.parse(json.path("until").asText(""))));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }

    public ObjectNode json() {
        return Json.object()
                .put("apiVersion", owner.apiVersion())
                .put("kind", owner.kind())
                .put("namespace", namespace)
                .put("name", owner.name())
                .put("uid", owner.uid())
                .put("node", node)
                .put("reason", reason)
                .put("message", message)
                .put("pods", pods)
                .put("paused", paused)
                .put("since", since.toString())
                .put("until", until.toString());
    }
}
