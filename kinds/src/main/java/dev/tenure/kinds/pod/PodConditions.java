package dev.tenure.kinds.pod;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;

/// What a server itself says of pods in their conditions. Upstream: pkg/api/pod/util.go,
/// `UpdatePodCondition`.
final class PodConditions {
    private PodConditions() {}

    /// Sets a condition to True. Of what stood there under its type nothing is left, neither reason nor
    /// observedGeneration, but the time since when it is True, also none.
    ///
    /// @param reason empty if the condition has none
    /// @param message the same
    /// @param now told in whole seconds
    static void setTrue(ArrayNode conditions, String type, String reason, String message, Instant now) {
        ObjectNode condition =
                Json.object().put("type", type).put("status", "True").putNull("lastProbeTime");
        condition.put("lastTransitionTime", ObjectTrees.seconds(now));
        if (!reason.isEmpty()) {
            condition.put("reason", reason);
        }
        if (!message.isEmpty()) {
            condition.put("message", message);
        }
        for (int i = 0; i < conditions.size(); i++) {
            JsonNode present = conditions.get(i);
            if (ObjectTrees.text(present, "type").equals(type)) {
                if (ObjectTrees.text(present, "status").equals("True")) {
                    keepSince(condition, present);
                }
                conditions.set(i, condition);
                return;
            }
        }
        conditions.add(condition);
    }

    private static void keepSince(ObjectNode condition, JsonNode present) {
        if (present.hasNonNull("lastTransitionTime")) {
            condition.set("lastTransitionTime", present.path("lastTransitionTime"));
        } else {
            condition.putNull("lastTransitionTime");
        }
    }
}
