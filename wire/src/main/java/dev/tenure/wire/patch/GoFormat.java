package dev.tenure.wire.patch;

import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.ValueNode;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// JSON values as Go's `fmt` prints them: upstream's error texts show values that way, and clients see these texts.
final class GoFormat {
    private static final int EXPONENT_FROM = 21;

    private GoFormat() {}

    /// As `%v` prints a value: `map[a:1 b:[x y]]`.
    static String plain(JsonNode value) {
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
            case ValueNode _ -> value.isNull() ? "<nil>" : scalar(value);
        };
    }

    /// As `%#v` prints a value: `map[string]interface {}{"a":1}`.
    static String syntax(JsonNode value) {
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
    static String asText(JsonNode value) {
        return switch (value.type()) {
            case STRING -> value.asText();
            case NULL, MISSING -> "%!s(<nil>)";
            case ARRAY, OBJECT -> plain(value);
            default -> "%!s(" + type(value) + "=" + scalar(value) + ")";
        };
    }

    /// The Go type that a decoder without a schema gives a value.
    static String type(JsonNode value) {
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
    static String quoted(String text) {
        return Quoted.of(text);
    }

    private static String scalar(JsonNode value) {
        return value.isFloatingPointNumber() ? decimal(value.doubleValue()) : value.asText();
    }

    /// As Go's `%v` prints a float64: the shortest digits, an exponent below 1e-4 and from 1e21 on.
    private static String decimal(double number) {
        if (Double.isInfinite(number)) {
            return number > 0 ? "+Inf" : "-Inf";
        }
        if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            return Long.toString((long) number);
        }
        BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        int exponent = exact.precision() - exact.scale() - 1;
        if (exponent >= -4 && exponent < EXPONENT_FROM) {
            return exact.toPlainString();
        }
        String digits = exact.unscaledValue().abs().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        String sign = number < 0 ? "-" : "";
        String power = Math.abs(exponent) < 10 ? "0" + Math.abs(exponent) : Integer.toString(Math.abs(exponent));
        return sign + mantissa + "e" + (exponent < 0 ? "-" : "+") + power;
    }
}
