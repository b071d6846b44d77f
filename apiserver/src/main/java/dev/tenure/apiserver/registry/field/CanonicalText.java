package dev.tenure.apiserver.registry.field;

import dev.tenure.wire.json.JsonNode;
import java.util.Map;
import java.util.TreeMap;

/// A text for each value: values that mean the same have the same one, whatever the order of their members.
/// Maps are keyed by it and not by values, for texts can be put in order, and a map of keys in order stays
/// fast when someone chooses keys with equal hashes.
public final class CanonicalText {
    private CanonicalText() {}

    public static String of(JsonNode value) {
        StringBuilder text = new StringBuilder();
        append(text, value);
        return text.toString();
    }

    private static void append(StringBuilder text, JsonNode value) {
        if (value.isObject()) {
            Map<String, JsonNode> sorted = new TreeMap<>();
            value.properties().forEach(member -> sorted.put(member.getKey(), member.getValue()));
            text.append('{');
            sorted.forEach((name, member) -> {
                if (!member.isNull()) {
                    text.append(name.length()).append(':').append(name);
                    append(text, member);
                }
            });
            text.append('}');
        } else if (value.isArray()) {
            text.append('[');
            value.forEach(item -> append(text, item));
            text.append(']');
        } else if (value.isTextual()) {
            text.append('"').append(value.asText().length()).append(':').append(value.asText());
        } else if (value.isIntegralNumber()) {
            text.append('i').append(value.asText()).append(';');
        } else {
            text.append('v').append(value.asText()).append(';');
        }
    }
}
