package dev.tenure.apiserver.registry.field;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Lists of one Go struct as JSON inside of texts, for example tolerations in an annotation: tells the first
/// value that does not fit, in the words of Go's `encoding/json`, and reads what fits. Immutable. Only the
/// members that are described are looked at.
public final class GoRecords {
    private static final String WHOLE = "int64";

    private final String type;
    private final Map<String, String> members = new LinkedHashMap<>();

    private GoRecords(String type) {
        this.type = type;
    }

    /// @param type of one element, as Go prints it: `v1.Toleration`
    /// @param members alternately the name of a member, as messages have it, and its type: `string`, `int64`,
    ///     or a named type of texts
    public static GoRecords of(String type, String... members) {
        var records = new GoRecords(type);
        for (int i = 0; i < members.length; i += 2) {
            records.members.put(members[i], members[i + 1]);
        }
        return records;
    }

    /// The first fault of a text, be it in its syntax or in what it says.
    public Optional<String> fault(String text) {
        Optional<String> syntax = GoJson.fault(text);
        return syntax.isPresent() ? syntax : mismatch(GoJson.read(text));
    }

    /// What Go makes of a text without a fault: the members that are described, whose names may be written in
    /// capitals too, without those that say nothing. Their names begin with a small letter, as in trees.
    public ArrayNode read(String text) {
        ArrayNode list = Json.array();
        for (JsonNode element : GoJson.read(text)) {
            ObjectNode record = list.addObject();
            members.keySet()
                    .forEach(name -> last(element, name)
                            .ifPresent(value -> record.set(
                                    name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1), value)));
        }
        return list;
    }

    /// The last value of a member that may stand there several times.
    private static Optional<JsonNode> last(JsonNode element, String name) {
        return element.properties().stream()
                .filter(given -> given.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .filter(value -> !value.isNull())
                .reduce((_, later) -> later)
                .filter(value -> !value.asText().isEmpty());
    }

    private Optional<String> mismatch(JsonNode list) {
        if (list.isNull()) {
            return Optional.empty();
        }
        if (!list.isArray()) {
            return Optional.of(cannot(list, "value of type []" + type));
        }
        for (JsonNode element : list) {
            Optional<String> wrong = element.isObject() ? member(element) : whole(element);
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return Optional.empty();
    }

    private Optional<String> whole(JsonNode element) {
        return element.isNull() ? Optional.empty() : Optional.of(cannot(element, "value of type " + type));
    }

    private Optional<String> member(JsonNode element) {
        String struct = type.substring(type.indexOf('.') + 1);
        for (Map.Entry<String, JsonNode> given : element.properties()) {
            for (Map.Entry<String, String> known : members.entrySet()) {
                boolean same = known.getKey().equalsIgnoreCase(given.getKey());
                if (same && !fits(given.getValue(), known.getValue())) {
                    return Optional.of(cannot(
                            given.getValue(),
                            "struct field %s.%s of type %s".formatted(struct, known.getKey(), known.getValue())));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean fits(JsonNode value, String wanted) {
        if (value.isNull()) {
            return true;
        }
        return wanted.equals(WHOLE) ? value.isIntegralNumber() && value.canConvertToLong() : value.isTextual();
    }

    private static String cannot(JsonNode value, String where) {
        return "json: cannot unmarshal " + described(value, where) + " into Go " + where;
    }

    private static String described(JsonNode value, String where) {
        return switch (value.type()) {
            case ARRAY -> "array";
            case BOOLEAN -> "bool";
            case NUMBER -> where.endsWith(" " + WHOLE) ? "number " + value.asText() : "number";
            case STRING -> "string";
            default -> "object";
        };
    }
}
