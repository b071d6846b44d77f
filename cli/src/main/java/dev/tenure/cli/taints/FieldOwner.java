package dev.tenure.cli.taints;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// An entry of an object's managedFields. Who owns a field wrote its present value, and nobody has changed it
/// since.
///
/// @param operation `Update` or `Apply`
/// @param at when the manager last changed one of its fields, not necessarily this one; absent where nobody
///     says it
record FieldOwner(String manager, String operation, Optional<Instant> at) {
    /// The owners of a field of the spec, the latest first; none where managedFields tell of none.
    ///
    /// @param object as it is stored
    public static List<FieldOwner> of(JsonNode object, String field) {
        var found = new ArrayList<FieldOwner>();
        for (JsonNode entry : entries(object)) {
            if (entry.path("fieldsV1").path("f:spec").has("f:" + field)) {
                found.add(writer(entry));
            }
        }
        found.sort(Comparator.comparing((FieldOwner each) -> each.at().orElse(Instant.MIN))
                .reversed());
        return List.copyOf(found);
    }

    private static JsonNode entries(JsonNode object) {
        return object.path("metadata").path("managedFields");
    }

    private static FieldOwner writer(JsonNode entry) {
        return new FieldOwner(
                entry.path("manager").asText(),
                entry.path("operation").asText(),
                entry.path("time").asTime());
    }

    ObjectNode json() {
        ObjectNode json = Json.object().put("manager", manager).put("operation", operation);
        at.ifPresent(moment -> json.put("at", moment.toString()));
        return json;
    }
}
