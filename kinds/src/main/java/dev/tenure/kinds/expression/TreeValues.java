package dev.tenure.kinds.expression;

import com.google.common.primitives.UnsignedLong;
import com.google.re2j.Pattern;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Trees of objects as expressions on requests see them, and what such expressions make as trees. Pure.
final class TreeValues {
    private static final Pattern ENDING_ZEROS = Pattern.compile("\\.?0+$");
    /// The largest whole number below which a floating point number holds all.
    private static final long JSON_WHOLE_MAX = (1L << 53) - 1;

    private static final BigInteger JSON_UNSIGNED_MAX = BigInteger.valueOf(JSON_WHOLE_MAX);

    private TreeValues() {}

    static Object of(JsonNode tree) {
        return switch (tree.type()) {
            case OBJECT -> {
                Map<String, Object> map = new LinkedHashMap<>();
                tree.properties().forEach(entry -> map.put(entry.getKey(), of(entry.getValue())));
                yield map;
            }
            case ARRAY -> {
                List<Object> list = new ArrayList<>(tree.size());
                tree.forEach(item -> list.add(of(item)));
                yield list;
            }
            case STRING -> tree.asText();
            case NUMBER -> tree.isFloatingPointNumber() ? (Object) tree.doubleValue() : (Object) tree.longValue();
            case BOOLEAN -> tree.booleanValue();
            case NULL, MISSING -> NullValue.NULL_VALUE;
        };
    }

    /// The same as upstream makes JSON of it: whole numbers that a floating point number cannot hold become
    /// texts.
    ///
    /// @throws IllegalArgumentException when there is no tree of it
    static JsonNode json(Object value) {
        return tree(value, true);
    }

    static ObjectNode object(Map<?, ?> map) {
        return object(map, false);
    }

    /// @param floating whether whole numbers that a floating point number cannot hold become texts
    private static JsonNode tree(Object value, boolean floating) {
        return switch (value) {
            case WrittenValue written -> object(written.fields(), floating);
            case Map<?, ?> map -> object(map, floating);
            case List<?> list -> {
                ArrayNode items = Json.array();
                list.forEach(item -> items.add(tree(item, floating)));
                yield items;
            }
            case NullValue _ -> NullNode.INSTANCE;
            case Long number
            when floating && (number > JSON_WHOLE_MAX || number < -JSON_WHOLE_MAX) ->
                TextNode.valueOf(Long.toString(number));
            case UnsignedLong number
            when floating && number.bigIntegerValue().compareTo(JSON_UNSIGNED_MAX) > 0 ->
                TextNode.valueOf(number.toString());
            default -> scalar(value);
        };
    }

    private static ObjectNode object(Map<?, ?> map, boolean floating) {
        ObjectNode object = Json.object();
        map.forEach((key, value) -> {
            if (!(key instanceof String name)) {
                throw new IllegalArgumentException(
                        "unsupported type conversion from '%s' to string".formatted(named(key)));
            }
            object.set(name, tree(value, floating));
        });
        return object;
    }

    /// The language's name of the type of a key.
    private static String named(Object key) {
        return switch (key) {
            case Long _ -> "int";
            case UnsignedLong _ -> "uint";
            case Boolean _ -> "bool";
            default -> key.getClass().getSimpleName();
        };
    }

    private static JsonNode scalar(Object value) {
        ObjectNode holder = Json.object();
        switch (value) {
            case String text -> holder.put("v", text);
            case Long number -> holder.put("v", number);
            case UnsignedLong number -> holder.put("v", number.longValue());
            case Double number -> holder.put("v", number);
            case Boolean flag -> holder.put("v", flag);
            case CelByteString bytes -> holder.put("v", Base64.getEncoder().encodeToString(bytes.toByteArray()));
            case Instant moment -> holder.put("v", moment.toString());
            case Duration length -> holder.put("v", seconds(length));
            default ->
                // types, which alone are left
                throw new IllegalArgumentException("type conversion not supported for 'type'");
        }
        return holder.path("v");
    }

    private static String seconds(Duration length) {
        String text = length.getSeconds() + "." + "%09d".formatted(length.getNano());
        return ENDING_ZEROS.matcher(text).replaceFirst("") + "s";
    }
}
