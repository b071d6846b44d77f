package dev.tenure.wire.json;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/// Reads and writes JSON trees, with bounds on depth and on the length of numbers. Errors are reported in the
/// words of Go's JSON package.
public final class Json {
    private Json() {}

    /// @throws JsonSyntaxException when the bytes are no JSON value
    public static JsonNode read(byte[] json) {
        JsonScanner in = new JsonScanner(json);
        JsonNode value = new AnyReader(in).read();
        in.end();
        return value;
    }

    /// @param repeats whether an object in the value has a member twice
    public record Reading(JsonNode value, boolean repeats) {}

    /// As [#read], telling whether anything was said twice.
    ///
    /// @throws JsonSyntaxException when the bytes are no JSON value
    public static Reading readNoting(byte[] json) {
        JsonScanner in = new JsonScanner(json);
        AnyReader reader = new AnyReader(in);
        JsonNode value = reader.read();
        in.end();
        return new Reading(value, reader.repeats());
    }

    /// @throws JsonSyntaxException when the bytes are no JSON object
    public static ObjectNode readObject(byte[] json) {
        if (read(json) instanceof ObjectNode object) {
            return object;
        }
        throw new JsonSyntaxException("expected a JSON object");
    }

    /// UTF-8 without blanks, fields in the order in which they stand.
    public static byte[] write(JsonNode node) {
        return TreeWriter.write(node);
    }

    /// As Go's encoder writes it unless told otherwise: characters that mean something in HTML, and the two
    /// separators of lines, are spelled by number.
    public static String goText(JsonNode node) {
        return new String(write(node), StandardCharsets.UTF_8)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /// A value in the form in which Go's encoder writes maps: members in order of their names, and no
    /// fraction where a number has none.
    public static JsonNode goForm(JsonNode value) {
        return switch (value) {
            case ObjectNode map -> {
                ObjectNode copy = object();
                Map<String, JsonNode> members = new TreeMap<>();
                map.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
                members.forEach((name, member) -> copy.set(name, goForm(member)));
                yield copy;
            }
            case ArrayNode list -> {
                ArrayNode copy = array();
                list.forEach(element -> copy.add(goForm(element)));
                yield copy;
            }
            case ValueNode _ -> value.isDouble() ? Numbers.ofGo(value.doubleValue()) : value;
        };
    }

    /// An empty object.
    public static ObjectNode object() {
        return new ObjectNode();
    }

    /// An empty list.
    public static ArrayNode array() {
        return new ArrayNode();
    }

    /// The word that Go's decoder has for a kind of value.
    public static String goKind(JsonNode value) {
        return switch (value.type()) {
            case ARRAY -> "array";
            case OBJECT -> "object";
            case STRING -> "string";
            case NUMBER -> "number";
            case BOOLEAN -> "bool";
            case NULL, MISSING -> "null";
        };
    }
}
