package dev.tenure.wire.json.decode;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonScanner;
import dev.tenure.wire.json.JsonSyntaxException;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.Numbers;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.SchemaField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// JSON → canonical tree, in one pass along a type, as Go's decoder with the options of Kubernetes reads
/// it: names are case-sensitive, null leaves a value as it is or makes it absent, a field that stands twice
/// is read into the first one's value, wrong types are noted while reading goes on, and a value of a format
/// of its own (time, quantity) that is wrong ends it. One reader reads one text. Upstream:
/// sigs.k8s.io/json.
final class ObjectReader {
    private final JsonScanner in;
    private final ReadContext at = new ReadContext();
    private final SpecialReader special;
    private boolean kindInOtherCase;

    ObjectReader(byte[] json) {
        in = new JsonScanner(json);
        special = new SpecialReader(in, at, this);
    }

    /// @throws JsonSyntaxException when the text is no JSON
    /// @throws DecodeFault when a value ends the decoding
    ObjectNode read(ObjectType type) {
        JsonNode value = value(new FieldType.Struct(type), false, null);
        in.end();
        return value instanceof ObjectNode object ? object : Assembly.empty(type);
    }

    /// Reads a text that is one value.
    ///
    /// @param pointer whether null makes the value absent rather than zero
    /// @return `null` when the value is absent
    /// @throws JsonSyntaxException when the text is no JSON
    /// @throws DecodeFault when a value ends the decoding
    @Nullable
    JsonNode readValue(FieldType type, boolean pointer) {
        JsonNode value = value(type, pointer, null);
        in.end();
        return value;
    }

    /// The first wrong type, in Go's words.
    @Nullable
    String typeError() {
        return at.typeError();
    }

    List<String> strictErrors() {
        return at.strictErrors();
    }

    Empties empties() {
        return at.empties();
    }

    /// Whether a key of the outermost object is `kind` or `apiVersion` but for the case of its letters.
    boolean kindInOtherCase() {
        return kindInOtherCase;
    }

    /// @param pointer whether null makes the value absent rather than leaving it as it is
    /// @param previous the value that an earlier member of the same name gave
    /// @return `null` when the value is absent
    @Nullable
    JsonNode value(FieldType type, boolean pointer, @Nullable JsonNode previous) {
        int first = in.peekValue();
        if (type instanceof FieldType.Special format) {
            return special.read(format, pointer, first);
        }
        if (first == 'n') {
            in.literal();
            return pointer || isNilable(type) ? null : previous;
        }
        return first == '{' || first == '[' ? container(type, first, previous) : scalar(type, first, previous);
    }

    private @Nullable JsonNode container(FieldType type, int first, @Nullable JsonNode previous) {
        return switch (type) {
            case FieldType.Struct struct ->
                first == '{' ? struct(struct.type(), previous) : mismatch(type, first, previous);
            case FieldType.ListOf list -> first == '[' ? list(list, previous) : mismatch(type, first, previous);
            case FieldType.MapOf map -> first == '{' ? map(map, previous) : mismatch(type, first, previous);
            case FieldType.Bytes _ -> first == '[' ? special.bytes(first) : mismatch(type, first, previous);
            case FieldType.Text _, FieldType.Whole _, FieldType.Decimal _, FieldType.Bool _, FieldType.Special _ ->
                mismatch(type, first, previous);
        };
    }

    private @Nullable JsonNode scalar(FieldType type, int first, @Nullable JsonNode previous) {
        boolean fits = switch (type) {
            case FieldType.Text _, FieldType.Bytes _ -> first == '"';
            case FieldType.Whole _, FieldType.Decimal _ -> JsonScanner.isNumber(first);
            case FieldType.Bool _ -> first == 't' || first == 'f';
            case FieldType.Struct _, FieldType.ListOf _, FieldType.MapOf _, FieldType.Special _ -> false;
        };
        return fits ? fitting(type, first, previous) : mismatch(type, first, previous);
    }

    private @Nullable JsonNode fitting(FieldType type, int first, @Nullable JsonNode previous) {
        return switch (type) {
            case FieldType.Text _ -> in.text();
            case FieldType.Bytes _ -> special.bytes(first);
            case FieldType.Whole whole -> whole(whole, previous);
            case FieldType.Decimal decimal -> decimal(decimal, previous);
            case FieldType.Bool _ -> bool(first);
            case FieldType.Struct _, FieldType.ListOf _, FieldType.MapOf _, FieldType.Special _ -> previous;
        };
    }

    private static boolean isNilable(FieldType type) {
        return type instanceof FieldType.ListOf || type instanceof FieldType.MapOf || type instanceof FieldType.Bytes;
    }

    private @Nullable JsonNode mismatch(FieldType type, int first, @Nullable JsonNode previous) {
        in.skip();
        at.wrongType(nameOf(first), type);
        return previous;
    }

    /// What Go calls a value that starts with this byte.
    static String nameOf(int first) {
        return switch (first) {
            case '{' -> "object";
            case '[' -> "array";
            case '"' -> "string";
            case 't', 'f' -> "bool";
            case 'n' -> "null";
            default -> "number";
        };
    }

    private JsonNode bool(int first) {
        in.literal();
        return BooleanNode.valueOf(first == 't');
    }

    private @Nullable JsonNode whole(FieldType.Whole type, @Nullable JsonNode previous) {
        String text = in.number();
        Long value = whole(text, type.bits());
        if (value == null) {
            at.wrongType("number " + text, type);
            return previous;
        }
        return NumberNode.valueOf(value);
    }

    static @Nullable Long whole(String text, int bits) {
        try {
            long value = Long.parseLong(text);
            return bits == Integer.SIZE && value != (int) value ? null : Long.valueOf(value);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private @Nullable JsonNode decimal(FieldType.Decimal type, @Nullable JsonNode previous) {
        String text = in.number();
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value)) {
            at.wrongType("number " + text, type);
            return previous;
        }
        return Numbers.ofGo(value);
    }

    private JsonNode list(FieldType.ListOf type, @Nullable JsonNode previous) {
        List<JsonNode> elements = new ArrayList<>();
        in.open();
        for (int i = 0; in.element(i == 0); i++) {
            at.enter(i);
            JsonNode earlier = previous instanceof ArrayNode before ? before.find(i) : null;
            elements.add(Assembly.orZero(type.element(), value(type.element(), false, earlier)));
            at.leave();
        }
        return Assembly.array(elements);
    }

    private JsonNode map(FieldType.MapOf type, @Nullable JsonNode previous) {
        Map<String, JsonNode> entries = new LinkedHashMap<>();
        in.open();
        for (boolean first = true; in.member(first); first = false) {
            String key = in.key();
            if (entries.containsKey(key)) {
                at.duplicateField(key);
            }
            at.enter(key);
            entries.put(key, Assembly.orZero(type.value(), value(type.value(), false, null)));
            at.leave();
        }
        if (previous != null) {
            previous.properties().forEach(entry -> entries.putIfAbsent(entry.getKey(), entry.getValue()));
        }
        return Assembly.map(entries);
    }

    ObjectNode struct(ObjectType type, @Nullable JsonNode previous) {
        List<SchemaField> fields = type.fields();
        @Nullable JsonNode[] values = new @Nullable JsonNode[fields.size()];
        for (int i = 0; previous != null && i < values.length; i++) {
            values[i] = previous.get(fields.get(i).name());
        }
        boolean[] seen = new boolean[values.length];
        in.open();
        for (boolean first = true; in.member(first); first = false) {
            String key = in.key();
            int place = type.place(key);
            if (place < 0) {
                unknown(key);
                continue;
            }
            if (seen[place]) {
                at.duplicateField(key);
            }
            seen[place] = true;
            SchemaField field = fields.get(place);
            at.enter(type, field);
            JsonNode earlier = values[place];
            JsonNode value = value(field.type(), field.pointer(), earlier instanceof NullNode ? null : earlier);
            if (value != null && Empties.isOne(field.type(), value)) {
                at.empty(value);
            }
            values[place] = value;
            at.leave();
        }
        return Assembly.object(type, values);
    }

    private void unknown(String key) {
        at.unknownField(key);
        if (at.isOutermost()) {
            String lower = key.toLowerCase(Locale.ROOT);
            kindInOtherCase |= lower.equals("kind") || lower.equals("apiversion");
        }
        in.skip();
    }
}
