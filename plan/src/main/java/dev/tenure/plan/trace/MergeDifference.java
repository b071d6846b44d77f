package dev.tenure.plan.trace;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;

/// The JSON merge patch (RFC 7386) that makes one tree of another. Stateless.
final class MergeDifference {
    private MergeDifference() {}

    /// @return empty when no merge patch can say it, for the new tree holds a null
    static Optional<ObjectNode> of(ObjectNode before, ObjectNode after) {
        return holdsNull(after) ? Optional.empty() : Optional.of(between(before, after));
    }

    private static ObjectNode between(ObjectNode before, ObjectNode after) {
        ObjectNode patch = Json.object();
        before.fieldNames().forEachRemaining(name -> {
            if (!after.has(name)) {
                patch.set(name, NullNode.INSTANCE);
            }
        });
        after.properties().forEach(field -> {
            JsonNode old = before.get(field.getKey());
            JsonNode now = field.getValue();
            if (old instanceof ObjectNode was && now instanceof ObjectNode is) {
                ObjectNode inner = between(was, is);
                if (!inner.isEmpty()) {
                    patch.set(field.getKey(), inner);
                }
            } else if (!now.equals(old)) {
                patch.set(field.getKey(), now);
            }
        });
        return patch;
    }

    private static boolean holdsNull(JsonNode tree) {
        return tree.isNull() || tree.valueStream().anyMatch(MergeDifference::holdsNull);
    }
}
