package dev.tenure.kinds.expression;

import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.tenure.apiserver.schema.Structural;
import dev.tenure.kinds.expression.library.KeyedList;
import dev.tenure.kinds.value.StringFormats;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Values of objects as expressions see them. Upstream: apiserver/pkg/cel/common/values.go.
final class ExpressionValues {
    private ExpressionValues() {}

    /// @param resource whether it is a whole object
    static Object of(JsonNode value, Structural schema, boolean resource) {
        if (value.isNull()) {
            return NullValue.NULL_VALUE;
        }
        if (value.isObject()) {
            return schema.additional().isPresent()
                    ? entries(value, schema.additional().get())
                    : structure(value, schema, resource);
        }
        if (value.isArray()) {
            Structural items = schema.items().orElseGet(Structural::nothing);
            List<Object> list = new ArrayList<>();
            value.forEach(item -> list.add(of(item, items, items.embedded())));
            return keyed(list, schema.source());
        }
        if (value.isTextual()) {
            return text(value.asText(), schema);
        }
        if (value.isBoolean()) {
            return value.booleanValue();
        }
        boolean decimal = schema.type().equals("number") || value.isFloatingPointNumber();
        return decimal ? (Object) value.doubleValue() : (Object) value.longValue();
    }

    private static List<Object> keyed(List<Object> list, JsonNode schema) {
        return switch (schema.path("x-kubernetes-list-type").asText("")) {
            case "set" -> new KeyedList(list, List.of());
            case "map" -> {
                List<String> keys = new ArrayList<>();
                schema.path("x-kubernetes-list-map-keys")
                        .forEach(key -> ExpressionNames.escaped(key.asText()).ifPresent(keys::add));
                yield new KeyedList(list, keys);
            }
            default -> list;
        };
    }

    private static Map<String, Object> entries(JsonNode map, Structural values) {
        Map<String, Object> entries = new LinkedHashMap<>();
        map.properties().forEach(entry -> entries.put(entry.getKey(), of(entry.getValue(), values, values.embedded())));
        return entries;
    }

    private static Map<String, Object> structure(JsonNode map, Structural schema, boolean resource) {
        Map<String, Object> fields = new LinkedHashMap<>();
        map.properties().forEach(entry -> {
            Structural of = schema.properties().get(entry.getKey());
            Optional<String> name = ExpressionNames.escaped(entry.getKey());
            if (of != null && name.isPresent()) {
                Object member = of(entry.getValue(), of, of.embedded());
                fields.put(name.get(), member);
                ExpressionNames.word(name.get()).ifPresent(word -> fields.put(word, member));
            }
        });
        if (resource || schema.embedded()) {
            for (String name : List.of("apiVersion", "kind")) {
                if (map.has(name)) {
                    fields.put(name, map.path(name).asText());
                }
            }
        }
        if ((resource || schema.embedded()) && map.has("metadata")) {
            Map<String, Object> metadata = new LinkedHashMap<>();
            for (String name : List.of("name", "generateName")) {
                if (map.path("metadata").has(name)) {
                    metadata.put(name, map.path("metadata").path(name).asText());
                }
            }
            fields.put("metadata", metadata);
        }
        return fields;
    }

    private static Object text(String text, Structural schema) {
        try {
            return switch (schema.source().path("format").asText("")) {
                case "byte" -> CelByteString.of(Base64.getDecoder().decode(text));
                case "duration" -> StringFormats.duration(text).orElse(Duration.ZERO);
                case "date" ->
                    LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
                case "date-time" -> moment(text);
                default -> text;
            };
        } catch (IllegalArgumentException | DateTimeParseException _) {
            return text;
        }
    }

    private static Instant moment(String text) {
        return OffsetDateTime.parse(text).toInstant();
    }
}
