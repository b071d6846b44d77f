package dev.tenure.apiserver.registry.field;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Small edits of object trees that defaults and preparations share.
public final class Trees {
    private Trees() {}

    /// The member, made as an empty object if it is not one.
    public static ObjectNode object(ObjectNode parent, String name) {
        return parent.get(name) instanceof ObjectNode there ? there : parent.putObject(name);
    }

    /// The member, made as an empty list if it is not one.
    public static ArrayNode list(ObjectNode parent, String name) {
        return parent.get(name) instanceof ArrayNode there ? there : parent.putArray(name);
    }

    /// Hands the member on if it is an object.
    public static void within(JsonNode parent, String name, Consumer<ObjectNode> edit) {
        if (parent.path(name) instanceof ObjectNode there) {
            edit.accept(there);
        }
    }

    /// The objects of a list.
    public static List<ObjectNode> objects(JsonNode list) {
        List<ObjectNode> objects = new ArrayList<>(list.size());
        for (JsonNode item : list) {
            if (item instanceof ObjectNode object) {
                objects.add(object);
            }
        }
        return objects;
    }

    /// Whether a member is absent, null or an empty text.
    public static boolean blank(JsonNode parent, String name) {
        JsonNode value = parent.path(name);
        return value.isMissingNode()
                || value.isNull()
                || (value.isTextual() && value.asText().isEmpty());
    }

    /// Sets a text that is absent or empty.
    public static void fill(ObjectNode parent, String name, String value) {
        if (blank(parent, name)) {
            parent.put(name, value);
        }
    }

    /// Sets a text that is absent; one that stands there is kept, also an empty one.
    public static void fillAbsent(ObjectNode parent, String name, String value) {
        if (!parent.hasNonNull(name)) {
            parent.put(name, value);
        }
    }

    /// Sets a number that is absent; one that stands there is kept, also zero.
    public static void fill(ObjectNode parent, String name, long value) {
        if (blank(parent, name)) {
            parent.put(name, value);
        }
    }

    /// Sets a number that is absent or zero.
    public static void fillZero(ObjectNode parent, String name, long value) {
        if (parent.path(name).asLong(0) == 0) {
            parent.put(name, value);
        }
    }

    public static void fill(ObjectNode parent, String name, boolean value) {
        if (blank(parent, name)) {
            parent.put(name, value);
        }
    }

    /// Takes annotations out of the metadata of an object or template; where none is left there are none.
    public static void withoutAnnotations(JsonNode object, Set<String> names) {
        if (object.path("metadata") instanceof ObjectNode metadata
                && metadata.get("annotations") instanceof ObjectNode annotations
                && !Collections.disjoint(names, annotations.members().keySet())) {
            ObjectNode kept = Json.object();
            annotations.properties().stream()
                    .filter(annotation -> !names.contains(annotation.getKey()))
                    .forEach(annotation -> kept.set(annotation.getKey(), annotation.getValue()));
            if (kept.isEmpty()) {
                metadata.remove("annotations");
            } else {
                metadata.set("annotations", kept);
            }
        }
    }
}
