package dev.tenure.plan.change;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// The strategic merge patch that `kubectl apply` sends: the manifest, and the removal of what the manifest that was
/// applied last had and this one has not. Upstream: util/strategicpatch `CreateThreeWayMergePatch`.
final class ApplyPatch {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
    /// By what the elements of lists are told apart.
    private static final List<String> KEYS = List.of("name", "mountPath", "containerPort", "port", "ip");

    private ApplyPatch() {}

    static ObjectNode of(ObjectNode manifest, JsonNode current) {
        ObjectNode patch = manifest.deepCopy();
        patch.remove("status");
        last(current).ifPresent(last -> remove(last, manifest, patch));
        return patch;
    }

    private static Optional<ObjectNode> last(JsonNode current) {
        String text =
                current.path("metadata").path("annotations").path(LAST_APPLIED).asText("");
        try {
            return text.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Json.readObject(text.getBytes(StandardCharsets.UTF_8)));
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }

    private static void remove(ObjectNode last, ObjectNode now, ObjectNode patch) {
        last.properties().forEach(field -> {
            JsonNode here = now.path(field.getKey());
            if (here.isMissingNode()) {
                patch.putNull(field.getKey());
            } else if (field.getValue() instanceof ObjectNode was
                    && here instanceof ObjectNode is
                    && patch.path(field.getKey()) instanceof ObjectNode part) {
                remove(was, is, part);
            } else if (field.getValue() instanceof ArrayNode was
                    && here instanceof ArrayNode is
                    && patch.path(field.getKey()) instanceof ArrayNode part) {
                remove(was, is, part);
            }
        });
    }

    private static void remove(ArrayNode last, ArrayNode now, ArrayNode patch) {
        Optional<String> key = KEYS.stream()
                .filter(name -> !last.isEmpty() && all(last, name) && all(now, name))
                .findFirst();
        if (key.isEmpty()) {
            return;
        }
        for (JsonNode was : last) {
            JsonNode id = was.path(key.get());
            Optional<ObjectNode> is = find(now, key.get(), id);
            Optional<ObjectNode> part = find(patch, key.get(), id);
            if (is.isEmpty()) {
                patch.addObject().put("$patch", "delete").set(key.get(), id);
            } else if (was instanceof ObjectNode before && part.isPresent()) {
                remove(before, is.get(), part.get());
            }
        }
    }

    private static boolean all(ArrayNode list, String key) {
        for (JsonNode one : list) {
            if (!one.has(key)) {
                return false;
            }
        }
        return true;
    }

    private static Optional<ObjectNode> find(ArrayNode list, String key, JsonNode id) {
        for (JsonNode one : list) {
            if (one instanceof ObjectNode object && object.path(key).equals(id)) {
                return Optional.of(object);
            }
        }
        return Optional.empty();
    }
}
