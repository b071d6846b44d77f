package dev.tenure.plan.change;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.MissingNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.SchemaField;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// What `kubectl apply` sends: the manifest, with a note of itself, and the removal of what the manifest that
/// was applied last had and this one has not. A kind of which the schema is known gets a strategic merge
/// patch, others a merge patch, in which lists go as a whole. Upstream: util/strategicpatch
/// `CreateThreeWayMergePatch`, util/jsonmergepatch `CreateThreeWayJSONMergePatch`, kubectl/pkg/util/apply.go.
final class ApplyPatch {
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
    private static final String RETAIN_KEYS = "retainKeys";

    private ApplyPatch() {}

    /// The manifest as it is to be stored: it notes itself, so that the next one that is applied knows what
    /// this one had.
    ///
    /// @param namespace of the object; empty for kinds without
    static ObjectNode noted(ObjectNode manifest, String namespace) {
        ObjectNode own = manifest.deepCopy();
        ObjectNode metadata = own.withObjectProperty("metadata");
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        ObjectNode annotations = metadata.withObjectProperty("annotations");
        annotations.remove(LAST_APPLIED);
        String text = Json.goText(Json.goForm(own)) + "\n";
        annotations.put(LAST_APPLIED, text);
        return own;
    }

    /// @param manifest as [#noted] returns it
    /// @param type what the schema says of the kind; empty where it knows nothing of it
    static ObjectNode of(ObjectNode manifest, JsonNode current, Optional<ObjectType> type) {
        ObjectNode patch = manifest.deepCopy();
        patch.remove("status");
        JsonNode last = last(current).<JsonNode>map(known -> known).orElse(MissingNode.INSTANCE);
        fields(new Sides(last, manifest, current), patch, type.map(FieldType.Struct::new));
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

    /// One object as it was applied last, as it is to be applied, and as it stands.
    private record Sides(JsonNode last, ObjectNode now, JsonNode current) {
        /// The same of a field that is an object.
        Sides of(String field, ObjectNode child) {
            return new Sides(last.path(field), child, current.path(field));
        }
    }

    /// @param patch the object as it is to be applied, which gets what takes away
    private static void fields(Sides sides, ObjectNode patch, Optional<? extends FieldType> type) {
        for (Map.Entry<String, JsonNode> field : sides.last().properties()) {
            if (!sides.now().has(field.getKey())) {
                patch.putNull(field.getKey());
            }
        }
        for (Map.Entry<String, JsonNode> field : sides.now().properties()) {
            String name = field.getKey();
            Optional<SchemaField> known = type.flatMap(in -> field(in, name));
            if (field.getValue() instanceof ObjectNode child && patch.path(name) instanceof ObjectNode part) {
                Sides inner = sides.of(name, child);
                fields(inner, part, type.flatMap(in -> value(in, known)));
                known.ifPresent(here -> retain(here, inner, part));
            } else if (patch.path(name) instanceof ArrayNode part) {
                known.filter(SchemaField::merges).ifPresent(here -> list(sides, patch, part, here));
            }
        }
    }

    private static Optional<SchemaField> field(FieldType in, String name) {
        return in instanceof FieldType.Struct struct ? struct.type().field(name) : Optional.empty();
    }

    private static Optional<FieldType> value(FieldType in, Optional<SchemaField> field) {
        return in instanceof FieldType.MapOf map ? Optional.of(map.value()) : field.map(SchemaField::type);
    }

    private static void list(Sides sides, ObjectNode patch, ArrayNode part, SchemaField field) {
        JsonNode last = sides.last().path(field.name());
        JsonNode now = sides.now().path(field.name());
        if (field.mergeKey().isEmpty()) {
            var gone = new ArrayList<JsonNode>();
            last.forEach(gone::add);
            now.forEach(gone::remove);
            if (!gone.isEmpty()) {
                gone.forEach(patch.putArray("$deleteFromPrimitiveList/" + field.name())::add);
            }
            return;
        }
        String key = field.mergeKey().get();
        Optional<FieldType> type =
                field.type() instanceof FieldType.ListOf list ? Optional.of(list.element()) : Optional.empty();
        JsonNode current = sides.current().path(field.name());
        for (JsonNode element : now) {
            JsonNode id = element.path(key);
            if (element instanceof ObjectNode is && find(part, key, id) instanceof ObjectNode made) {
                Sides inner = new Sides(find(last, key, id), is, find(current, key, id));
                fields(inner, made, type);
                retain(field, inner, made);
            }
        }
        for (JsonNode was : last) {
            JsonNode id = was.path(key);
            if (was.has(key) && find(now, key, id).isMissingNode()) {
                part.addObject().put("$patch", "delete").set(key, id);
            }
        }
    }

    private static JsonNode find(JsonNode list, String key, JsonNode id) {
        return list.valueStream()
                .filter(one -> one.path(key).equals(id))
                .findFirst()
                .orElse(MissingNode.INSTANCE);
    }

    /// Of a union, as the strategy of a Deployment, only what is applied stays when any of it changes.
    private static void retain(SchemaField field, Sides sides, ObjectNode part) {
        if (field.patchStrategies().contains(RETAIN_KEYS) && !isWithin(sides.now(), sides.current())) {
            ArrayNode kept = part.putArray("$" + RETAIN_KEYS);
            var names = new TreeSet<String>();
            sides.now().fieldNames().forEachRemaining(names::add);
            names.forEach(kept::add);
        }
    }

    /// Whether all of it stands there already, perhaps with defaults beside it.
    private static boolean isWithin(JsonNode now, JsonNode current) {
        if (now instanceof ObjectNode object) {
            return current.isObject()
                    && object.properties().stream()
                            .allMatch(field -> isWithin(field.getValue(), current.path(field.getKey())));
        }
        if (now instanceof ArrayNode && current instanceof ArrayNode) {
            List<JsonNode> one = now.valueStream().toList();
            List<JsonNode> other = current.valueStream().toList();
            for (int i = 0; i < one.size() && one.size() == other.size(); i++) {
                if (!isWithin(one.get(i), other.get(i))) {
                    return false;
                }
            }
            return one.size() == other.size();
        }
        return now.equals(current);
    }
}
