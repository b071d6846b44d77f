package dev.tenure.apiserver.registry.field;

import dev.tenure.wire.json.GoFloat;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// How Go prints values of any type with `%v`, which is how some messages show them.
public final class GoValue {
    private GoValue() {}

    /// A JSON value as `unstructured` holds it: maps in order of their keys, whole numbers and others apart.
    public static String printed(JsonNode value) {
        if (value.isNull() || value.isMissingNode()) {
            return "<nil>";
        }
        if (value.isArray()) {
            return value.valueStream().map(GoValue::printed).collect(Collectors.joining(" ", "[", "]"));
        }
        if (value.isObject()) {
            var sorted = new TreeMap<String, String>();
            value.properties().forEach(entry -> sorted.put(entry.getKey(), printed(entry.getValue())));
            List<String> entries = sorted.entrySet().stream()
                    .map(entry -> entry.getKey() + ":" + entry.getValue())
                    .toList();
            return "map[" + String.join(" ", entries) + "]";
        }
        return value.isFloatingPointNumber() ? printed(value.doubleValue()) : value.asText();
    }

    /// A floating point number: the fewest digits that tell it from others, with an exponent when it is large
    /// or small.
    public static String printed(double number) {
        if (Double.isInfinite(number)) {
            return number > 0 ? "+Inf" : "-Inf";
        }
        return GoFloat.shortest(number);
    }
}
