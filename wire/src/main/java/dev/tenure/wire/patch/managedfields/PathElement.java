package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.ValueNode;
import dev.tenure.wire.json.go.GoFormat;
import dev.tenure.wire.patch.Values;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// One step from a value to a part of it: a field, an element of a keyed list, an element of a set, or
/// a place in a list.
///
/// @param text the step as it is written in a set of fields: `f:image`, `k:{"name":"c"}`, `v:"x"`,
///     `i:0`
/// @param keys for a keyed element, its key fields in the order of their names; for an element of a
///     set, its value under an empty name; else empty
record PathElement(Kind kind, String text, List<KeyField> keys) implements Comparable<PathElement> {
    /// In the order in which steps of different kinds are sorted.
    enum Kind {
        FIELD,
        KEY,
        VALUE,
        INDEX
    }

    record KeyField(String name, JsonNode value) {}

    private static final int PREFIX = 2;

    static PathElement field(String name) {
        return new PathElement(Kind.FIELD, "f:" + name, List.of());
    }

    /// @param keys in the order of their names
    static PathElement keyed(List<KeyField> keys) {
        StringBuilder text = new StringBuilder("k:{");
        for (KeyField key : keys) {
            text.append(text.length() > PREFIX + 1 ? "," : "");
            appendJson(text, key.name());
            text.append(':');
            appendJson(text, key.value());
        }
        return new PathElement(Kind.KEY, text.append('}').toString(), keys);
    }

    static PathElement value(JsonNode value) {
        StringBuilder text = new StringBuilder("v:");
        appendJson(text, value);
        return new PathElement(Kind.VALUE, text.toString(), List.of(new KeyField("", value)));
    }

    /// @throws IllegalArgumentException when the text is no step of a known kind
    static PathElement parse(String text) {
        if (text.length() < PREFIX || text.charAt(1) != ':') {
            throw new IllegalArgumentException("missing colon: " + text);
        }
        return switch (text.charAt(0)) {
            case 'f' -> new PathElement(Kind.FIELD, text, List.of());
            case 'k' -> keyed(keyFields(text.substring(PREFIX)));
            case 'v' -> value(read(text.substring(PREFIX)));
            case 'i' -> new PathElement(Kind.INDEX, "i:" + Integer.parseInt(text.substring(PREFIX)), List.of());
            default -> throw new IllegalArgumentException("unknown path element type: " + text);
        };
    }

    /// Steps of kinds that a later version may bring are passed over.
    static boolean isOfUnknownKind(String text) {
        return text.length() >= PREFIX && text.charAt(1) == ':' && "fkvi".indexOf(text.charAt(0)) < 0;
    }

    private static List<KeyField> keyFields(String json) {
        List<KeyField> keys = simpleKey(json);
        if (!keys.isEmpty()) {
            return keys;
        }
        if (!(read(json) instanceof ObjectNode map)) {
            throw new IllegalArgumentException("no object: " + json);
        }
        List<KeyField> all = new ArrayList<>();
        map.properties().forEach(entry -> all.add(new KeyField(entry.getKey(), entry.getValue())));
        all.sort((left, right) -> left.name().compareTo(right.name()));
        return List.copyOf(all);
    }

    /// The one key of `{"name":"text"}` when nothing in it is escaped; else empty.
    private static List<KeyField> simpleKey(String json) {
        int nameEnd = json.indexOf("\":\"");
        boolean simple = nameEnd > 0
                && json.startsWith("{\"")
                && json.endsWith("\"}")
                && json.indexOf('\\') < 0
                && json.indexOf('"', nameEnd + 3) == json.length() - 2
                && json.indexOf('"', 2) == nameEnd;
        return simple
                ? List.of(new KeyField(
                        json.substring(2, nameEnd), TextNode.valueOf(json.substring(nameEnd + 3, json.length() - 2))))
                : List.of();
    }

    private static JsonNode read(String json) {
        return Json.read(json.getBytes(StandardCharsets.UTF_8));
    }

    private static void appendJson(StringBuilder out, JsonNode value) {
        if (value.isTextual()) {
            appendJson(out, value.asText());
        } else {
            out.append(value.isValueNode() && !value.isFloatingPointNumber() ? value.asText() : Values.json(value));
        }
    }

    private static void appendJson(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == '<' || c == '>' || c == '&') {
                out.append("\\u00").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    String fieldName() {
        return text.substring(PREFIX);
    }

    boolean isField() {
        return kind == Kind.FIELD;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof PathElement that && text.equals(that.text));
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public int compareTo(PathElement other) {
        if (kind != other.kind) {
            return kind.compareTo(other.kind);
        }
        if (text.equals(other.text)) {
            return 0;
        }
        if (kind == Kind.FIELD) {
            return text.compareTo(other.text);
        }
        if (kind == Kind.INDEX) {
            return Integer.compare(Integer.parseInt(fieldName()), Integer.parseInt(other.fieldName()));
        }
        return compareKeys(keys, other.keys);
    }

    private static int compareKeys(List<KeyField> left, List<KeyField> right) {
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            int names = left.get(i).name().compareTo(right.get(i).name());
            int order = names != 0
                    ? names
                    : Values.compareScalars(left.get(i).value(), right.get(i).value());
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    /// As messages show the step: `.image`, `[name="c"]`, `[="x"]`, `[0]`.
    @Override
    public String toString() {
        return switch (kind) {
            case FIELD -> "." + fieldName();
            case INDEX -> "[" + fieldName() + "]";
            case VALUE -> "[=" + shown(keys.getFirst().value()) + "]";
            case KEY -> {
                List<String> parts = new ArrayList<>();
                keys.forEach(key -> parts.add(key.name() + "=" + shown(key.value())));
                yield "[" + String.join(",", parts) + "]";
            }
        };
    }

    /// Keys may be of any form before it is known that they do not fit. Upstream: ToString in value/value.go
    /// of structured-merge-diff.
    private static String shown(JsonNode value) {
        return switch (value) {
            case ObjectNode map ->
                map.properties().stream()
                        .map(entry -> entry.getKey() + "=" + shown(entry.getValue()))
                        .collect(Collectors.joining());
            case ArrayNode list ->
                list.valueStream().map(PathElement::shown).collect(Collectors.joining(",", "[", "]"));
            case ValueNode scalar -> shownScalar(scalar);
        };
    }

    private static String shownScalar(ValueNode value) {
        if (value.isNull()) {
            return "null";
        }
        return value.isTextual() ? GoFormat.quoted(value.asText()) : GoFormat.plain(value);
    }
}
