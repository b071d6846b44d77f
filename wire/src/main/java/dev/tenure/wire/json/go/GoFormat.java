package dev.tenure.wire.json.go;

import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.ValueNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// JSON values as Go's `fmt` prints them: upstream's error texts show values that way, and clients see these
/// texts.
public final class GoFormat {
    private GoFormat() {}

    /// As `%v` prints a value: `map[a:1 b:[x y]]`.
    public static String plain(JsonNode value) {
        return switch (value) {
            case ObjectNode map ->
                new TreeMap<>(map.properties().stream()
                                .collect(Collectors.toMap(Map.Entry::getKey, e -> plain(e.getValue()))))
                        .entrySet().stream()
                                .map(entry -> entry.getKey() + ":" + entry.getValue())
                                .collect(Collectors.joining(" ", "map[", "]"));
            case ArrayNode list ->
                StreamSupport.stream(list.spliterator(), false)
                        .map(GoFormat::plain)
                        .collect(Collectors.joining(" ", "[", "]"));
            case ValueNode _ -> value.isNull() || value.isMissingNode() ? "<nil>" : scalar(value);
        };
    }

    /// As `%#v` prints a value: `map[string]interface {}{"a":1}`.
    public static String syntax(JsonNode value) {
        return switch (value) {
            case ObjectNode map ->
                new TreeMap<>(map.properties().stream()
                                .collect(Collectors.toMap(Map.Entry::getKey, e -> syntax(e.getValue()))))
                        .entrySet().stream()
                                .map(entry -> quoted(entry.getKey()) + ":" + entry.getValue())
                                .collect(Collectors.joining(", ", "map[string]interface {}{", "}"));
            case ArrayNode list ->
                StreamSupport.stream(list.spliterator(), false)
                        .map(GoFormat::syntax)
                        .collect(Collectors.joining(", ", "[]interface {}{", "}"));
            case ValueNode _ ->
                value.isNull() ? "interface {}(nil)" : value.isTextual() ? quoted(value.asText()) : scalar(value);
        };
    }

    /// As `%s` prints a value where a text was meant.
    public static String asText(JsonNode value) {
        return switch (value.type()) {
            case STRING -> value.asText();
            case NULL, MISSING -> "%!s(<nil>)";
            case ARRAY, OBJECT -> plain(value);
            default -> "%!s(" + type(value) + "=" + scalar(value) + ")";
        };
    }

    /// The Go type that a decoder without a schema gives a value.
    public static String type(JsonNode value) {
        return switch (value.type()) {
            case ARRAY -> "[]interface {}";
            case OBJECT -> "map[string]interface {}";
            case STRING -> "string";
            case BOOLEAN -> "bool";
            case NUMBER -> value.isIntegralNumber() ? "int64" : "float64";
            case NULL, MISSING -> "%!s(<nil>)";
        };
    }

    /// Text in double quotes, as `%q` prints it.
    public static String quoted(String text) {
        return Quoted.of(text);
    }

    /// Whole numbers beyond 64 bits are a float64 there.
    private static String scalar(JsonNode value) {
        return value.isFloatingPointNumber() || value.isBigInteger() ? plain(value.doubleValue()) : value.asText();
    }

    /// As `%v` prints a float64: the fewest digits that tell it from others, with an exponent when it is
    /// large or small.
    public static String plain(double number) {
        if (Double.isInfinite(number)) {
            return number > 0 ? "+Inf" : "-Inf";
        }
        return GoFloat.shortest(number);
    }
}
