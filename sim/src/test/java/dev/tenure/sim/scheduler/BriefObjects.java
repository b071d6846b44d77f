package dev.tenure.sim.scheduler;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.TreeSet;

/// Pods and claims in the form in which recordings of worlds of devices have them.
final class BriefObjects {
    private BriefObjects() {}

    static ObjectNode pod(JsonNode pod) {
        JsonNode condition = Json.object();
        for (JsonNode each : pod.path("status").path("conditions")) {
            if (each.path("type").asText().equals("PodScheduled")) {
                condition = each;
            }
        }
        ObjectNode brief = Json.object();
        brief.put("node", pod.path("spec").path("nodeName").asText(""));
        for (String field : new String[] {"status", "reason", "message"}) {
            brief.put(field, condition.path(field).asText(""));
        }
        return (ObjectNode) alone(brief.put(
                "message",
                brief.path("message")
                        .asText()
                        .replaceFirst("^0/\\d+ nodes are available: ", "")
                        .replaceFirst("preemption: 0/\\d+", "preemption: 0/N")
                        .replaceFirst("\\d+ Preemption is not", "N Preemption is not")));
    }

    /// The same without a word of the nodes of other worlds.
    static JsonNode alone(JsonNode brief) {
        return brief.has("message")
                ? ((ObjectNode) brief)
                        .put(
                                "message",
                                brief.path("message")
                                        .asText()
                                        .replaceFirst("N node\\(s\\) didn't match Pod's node affinity/selector, ", "")
                                        .replaceFirst(", N node\\(s\\) didn't match Pod's node affinity/selector", ""))
                : brief;
    }

    static ObjectNode claim(JsonNode claim) {
        ObjectNode brief = Json.object();
        JsonNode finalizers = claim.path("metadata").path("finalizers");
        brief.set("finalizers", finalizers.isArray() ? finalizers : Json.array());
        JsonNode status = claim.path("status");
        if (status.path("allocation").isObject()) {
            ObjectNode allocation = ((ObjectNode) status.path("allocation")).deepCopy();
            allocation.put("allocationTimestamp", allocation.has("allocationTimestamp"));
            for (JsonNode result : allocation.path("devices").path("results")) {
                ((ObjectNode) result).put("shareID", result.has("shareID"));
            }
            brief.set("allocation", allocation);
        } else {
            brief.putNull("allocation");
        }
        var users = new TreeSet<String>();
        status.path("reservedFor").forEach(user -> users.add(user.path("name").asText()));
        var reserved = brief.putArray("reservedFor");
        users.forEach(reserved::add);
        return brief;
    }
}
