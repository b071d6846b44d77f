package dev.tenure.apiserver.registry;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.function.Function;

/// A field that field selectors of a kind may ask for, besides `metadata.name` and `metadata.namespace`.
///
/// @param name as clients write it, for example `spec.nodeName`
/// @param value reads it from an object; empty text when it is absent
/// @param indexed whether the store keeps an index for it
public record SelectableField(String name, Function<ObjectNode, String> value, boolean indexed) {
    /// The field of the same name, as text.
    public static SelectableField field(String name) {
        return new SelectableField(name, reading(name), false);
    }

    /// The same, with an index.
    public static SelectableField indexed(String name) {
        return new SelectableField(name, reading(name), true);
    }

    /// A flag, which is `false` when it is absent.
    public static SelectableField flag(String name) {
        Function<ObjectNode, String> text = reading(name);
        return new SelectableField(name, object -> text.apply(object).equals("true") ? "true" : "false", false);
    }

    /// A number, which is `0` when it is absent.
    public static SelectableField number(String name) {
        return number(name, name);
    }

    /// A number under a name that reads another path.
    public static SelectableField number(String name, String path) {
        Function<ObjectNode, String> text = reading(path);
        return new SelectableField(
                name,
                object -> {
                    String value = text.apply(object);
                    return value.isEmpty() ? "0" : value;
                },
                false);
    }

    /// A name that reads another path.
    public static SelectableField alias(String name, String path) {
        return new SelectableField(name, reading(path), false);
    }

    private static Function<ObjectNode, String> reading(String path) {
        String[] steps = path.split("\\.");
        return object -> {
            JsonNode node = object;
            for (String step : steps) {
                node = node.path(step);
            }
            return node.asText("");
        };
    }
}
