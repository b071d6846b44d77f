package dev.tenure.kinds.custom;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;

/// The conditions of a definition. Upstream: apihelpers/helpers.go.
public final class Conditions {
    private Conditions() {}

    /// One condition.
    ///
    /// @param status True, False or Unknown
    public record Condition(String type, String status, String reason, String message) {}

    public static boolean isTrue(JsonNode definition, String type) {
        for (JsonNode condition : definition.path("status").path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    /// Whether it has a condition, with these words.
    static boolean has(JsonNode definition, Condition wanted) {
        for (JsonNode condition : definition.path("status").path("conditions")) {
            if (condition.path("type").asText().equals(wanted.type())) {
                return condition.path("status").asText().equals(wanted.status())
                        && condition.path("reason").asText().equals(wanted.reason())
                        && condition.path("message").asText().equals(wanted.message());
            }
        }
        return false;
    }

    /// Writes a condition into a definition; its time changes when its status does.
    ///
    /// @param now as it stands in objects
    public static void set(ObjectNode definition, Condition wanted, String now) {
        ObjectNode status = definition.withObjectProperty("status");
        ArrayNode conditions =
                status.get("conditions") instanceof ArrayNode there ? there : status.putArray("conditions");
        ObjectNode found = null;
        for (JsonNode condition : conditions) {
            if (condition.path("type").asText().equals(wanted.type()) && condition instanceof ObjectNode object) {
                found = object;
            }
        }
        if (found == null) {
            found = conditions.addObject().put("type", wanted.type());
        }
        if (!found.path("status").asText().equals(wanted.status()) || !found.has("lastTransitionTime")) {
            found.put("status", wanted.status()).put("lastTransitionTime", now);
        }
        found.put("reason", wanted.reason()).put("message", wanted.message());
    }
}
