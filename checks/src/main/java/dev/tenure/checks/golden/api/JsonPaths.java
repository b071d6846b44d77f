package dev.tenure.checks.golden.api;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// JSON pointers (RFC 6901) with two more steps: `[a.b=c]` is the first list element whose a.b is c, and in
/// masks `*` is every element.
final class JsonPaths {
    private static final Pattern LOOKUP = Pattern.compile("\\[([^=]+)=(.*)\\]", Pattern.DOTALL);
    private static final Pattern INDEX = Pattern.compile("-?\\d+");
    private static final TextNode ABSENT = TextNode.valueOf("<absent>");

    private JsonPaths() {}

    /// What the pointer names, if it is there.
    static Optional<JsonNode> find(JsonNode document, String pointer) {
        Optional<JsonNode> node = Optional.of(document);
        for (String part : parts(pointer)) {
            node = node.flatMap(parent -> step(parent, part));
        }
        return node;
    }

    private static Optional<JsonNode> step(JsonNode parent, String part) {
        if (!parent.isArray()) {
            return Optional.ofNullable(parent.get(part));
        }
        Matcher lookup = LOOKUP.matcher(part);
        if (lookup.matches()) {
            List<String> keys = List.of(lookup.group(1).split("\\."));
            for (JsonNode item : parent) {
                JsonNode value = item;
                for (String key : keys) {
                    value = value.path(key);
                }
                if (value.isTextual() && value.asText().equals(lookup.group(2))) {
                    return Optional.of(item);
                }
            }
            return Optional.empty();
        }
        return index(part, parent.size()).map(parent::get);
    }

    /// `{name: {"keys": pointer} | {"value": pointer}}` reduces a huge document to what is compared.
    static JsonNode project(JsonNode document, JsonNode wanted) {
        ObjectNode out = Json.object();
        wanted.properties().forEach(entry -> {
            JsonNode rule = entry.getValue();
            String pointer = rule.path("keys").asText(rule.path("value").asText());
            JsonNode found = find(document, pointer).orElse(ABSENT);
            out.set(entry.getKey(), rule.has("keys") ? sortedNames(found) : found);
        });
        return out;
    }

    private static JsonNode sortedNames(JsonNode node) {
        var names = new ArrayList<String>();
        if (node.isObject()) {
            node.fieldNames().forEachRemaining(names::add);
        } else if (node.isArray()) {
            node.forEach(item -> names.add(item.asText()));
        } else {
            return ABSENT;
        }
        names.sort(null);
        ArrayNode list = Json.array();
        names.forEach(list::add);
        return list;
    }

    /// Replaces what the pointer names by `<any>`, in place; what is not there is left alone.
    static void mask(JsonNode document, String pointer) {
        mask(document, parts(pointer));
    }

    private static void mask(JsonNode node, List<String> parts) {
        if (parts.isEmpty()) {
            return;
        }
        for (String key : keys(node, parts.getFirst())) {
            if (parts.size() > 1) {
                step(node, key).ifPresent(child -> mask(child, parts.subList(1, parts.size())));
            } else if (node instanceof ObjectNode object && object.has(key)) {
                object.put(key, "<any>");
            } else if (node instanceof ArrayNode list) {
                index(key, list.size()).ifPresent(i -> list.set(i, TextNode.valueOf("<any>")));
            }
        }
    }

    private static List<String> keys(JsonNode node, String part) {
        if (!part.equals("*")) {
            return List.of(part);
        }
        if (node.isObject()) {
            var names = new ArrayList<String>();
            node.fieldNames().forEachRemaining(names::add);
            return names;
        }
        return IntStream.range(0, node.size()).mapToObj(String::valueOf).toList();
    }

    private static Optional<Integer> index(String part, int size) {
        if (!INDEX.matcher(part).matches()) {
            return Optional.empty();
        }
        int index = Integer.parseInt(part);
        int from = index < 0 ? size + index : index;
        return from >= 0 && from < size ? Optional.of(from) : Optional.empty();
    }

    private static List<String> parts(String pointer) {
        if (pointer.isEmpty()) {
            return List.of();
        }
        var parts = new ArrayList<String>();
        for (String part : pointer.split("/", -1)) {
            parts.add(part.replace("~1", "/").replace("~0", "~"));
        }
        return parts.subList(1, parts.size());
    }

    /// Descriptions of fields and columns are each server's own words: not stored, not compared.
    static JsonNode withoutProse(JsonNode document) {
        if (document.isObject()) {
            ObjectNode out = Json.object();
            document.properties().forEach(entry -> {
                if (!(entry.getKey().equals("description") && entry.getValue().isTextual())) {
                    out.set(entry.getKey(), withoutProse(entry.getValue()));
                }
            });
            return out;
        }
        if (document.isArray()) {
            ArrayNode out = Json.array();
            document.forEach(item -> out.add(withoutProse(item)));
            return out;
        }
        return document;
    }
}
