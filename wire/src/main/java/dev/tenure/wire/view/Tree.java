package dev.tenure.wire.view;

import dev.tenure.model.meta.Frozen;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/// Ways to read fields of a JSON tree. What is absent or null reads as empty, zero or false.
final class Tree {
    private Tree() {}

    static boolean has(JsonNode object, String field) {
        JsonNode node = object.get(field);
        return node != null && !node.isNull();
    }

    /// The text of a field; a number's digits; empty when there is none.
    static String text(JsonNode object, String field) {
        return text(object, field, "");
    }

    /// Like [#text], for what hardly another object has: a name, a uid.
    static String unique(JsonNode object, String field) {
        return object.path(field).asText("");
    }

    static String text(JsonNode object, String field, String absent) {
        JsonNode node = object.get(field);
        return node == null || !node.isValueNode() || node.isNull() ? absent : Shared.text(node.asText());
    }

    static int integer(JsonNode object, String field) {
        return integer(object, field, 0);
    }

    static int integer(JsonNode object, String field, int absent) {
        JsonNode node = object.get(field);
        return node == null || !node.isNumber() ? absent : node.intValue();
    }

    static long number(JsonNode object, String field) {
        return object.path(field).longValue();
    }

    static boolean flag(JsonNode object, String field) {
        return object.path(field).booleanValue();
    }

    static OptionalInt optionalInteger(JsonNode object, String field) {
        JsonNode node = object.get(field);
        return node == null || !node.isNumber() ? OptionalInt.empty() : OptionalInt.of(node.intValue());
    }

    static OptionalLong optionalNumber(JsonNode object, String field) {
        JsonNode node = object.get(field);
        return node == null || !node.isNumber() ? OptionalLong.empty() : OptionalLong.of(node.longValue());
    }

    static Optional<Quantity> optionalQuantity(JsonNode object, String field) {
        return has(object, field) ? Optional.of(Shared.quantity(text(object, field))) : Optional.empty();
    }

    /// The object in a field, read, if it is there.
    static <T> Optional<T> optional(JsonNode object, String field, Function<JsonNode, T> reader) {
        JsonNode node = object.get(field);
        return node == null || node.isNull() ? Optional.empty() : Optional.of(reader.apply(node));
    }

    static <T> List<T> list(JsonNode object, String field, Function<JsonNode, T> reader) {
        JsonNode node = object.get(field);
        if (node == null || node.isEmpty()) {
            return List.of();
        }
        List<T> read = new ArrayList<>(node.size());
        for (JsonNode element : node) {
            read.add(reader.apply(element));
        }
        return read;
    }

    /// Like [#list], without the elements that have no meaning here.
    static <T> List<T> known(JsonNode object, String field, Function<JsonNode, Optional<T>> reader) {
        JsonNode node = object.get(field);
        if (node == null || node.isEmpty()) {
            return List.of();
        }
        List<T> read = new ArrayList<>(node.size());
        for (JsonNode element : node) {
            reader.apply(element).ifPresent(read::add);
        }
        return read;
    }

    static List<String> texts(JsonNode object, String field) {
        return list(object, field, each -> Shared.text(each.asText()));
    }

    static Map<String, String> textMap(JsonNode object, String field) {
        JsonNode node = object.get(field);
        if (node == null || node.isEmpty()) {
            return Map.of();
        }
        Map<String, String> read = HashMap.newHashMap(node.size());
        node.properties()
                .forEach(entry ->
                        read.put(entry.getKey(), Shared.text(entry.getValue().asText())));
        return Shared.value(Frozen.map(read));
    }
}
