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
        JsonNode extended = pod.path("status").path("extendedResourceClaimStatus");
        if (extended.isObject()) {
            brief.set("extended", extended.path("requestMappings"));
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

    /// One that was made for a pod has a name of chance.
    static String nameOfClaim(JsonNode claim) {
        JsonNode owner = claim.path("metadata").path("ownerReferences").path(0);
        return owner.isObject()
                ? "of-" + owner.path("name").asText()
                : claim.path("metadata").path("name").asText();
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
        JsonNode owner = claim.path("metadata").path("ownerReferences").path(0);
        if (owner.isObject()) {
            ObjectNode made = brief.putObject("made");
            made.set("generateName", claim.path("metadata").path("generateName"));
            made.set("annotations", claim.path("metadata").path("annotations"));
            made.set("controller", owner.path("controller"));
            made.set("spec", claim.path("spec"));
        }
        return brief;
    }
}
