package dev.tenure.plan.trace;

import dev.tenure.wire.json.JsonNode;

/// What an object of a trace says of itself. Stateless.
final class RecordedObject {
    private RecordedObject() {}

    /// Whether it is being deleted.
    static boolean isGoing(JsonNode object) {
        return object.at("/metadata").has("deletionTimestamp");
    }

    /// Whether a pod has ended.
    static boolean isOver(JsonNode pod) {
        String phase = pod.at("/status/phase").asText();
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    /// Whether a pod neither has ended nor is being deleted.
    static boolean isActive(JsonNode pod) {
        return !isOver(pod) && !isGoing(pod);
    }
}
