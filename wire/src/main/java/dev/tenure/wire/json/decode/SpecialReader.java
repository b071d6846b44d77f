package dev.tenure.wire.json.decode;

import dev.tenure.model.meta.GoSpace;
import dev.tenure.wire.json.AnyReader;
import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.Grain;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.JsonScanner;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.Part.Text;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.FieldType.Format;
import dev.tenure.wire.schema.ObjectType;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The values that Go hands to a decoder of their own type. What is wrong in them ends the decoding. Part of
/// an [ObjectReader].
final class SpecialReader {
    private static final int BYTE_MAX = 255;

    private final JsonScanner in;
    private final ReadContext at;
    private final ObjectReader objects;
    private final AnyReader any;

    SpecialReader(JsonScanner in, ReadContext at, ObjectReader objects) {
        this.in = in;
        this.at = at;
        this.objects = objects;
        this.any = new AnyReader(in);
    }

    /// As [ObjectReader#value].
    @Nullable
    JsonNode read(FieldType.Special type, boolean pointer, int first) {
        if (first == 'n') {
            in.literal();
            return pointer ? null : ofNull(type.format());
        }
        return switch (type.format()) {
            case TIME, MICRO_TIME -> time(type.format(), first);
            case QUANTITY -> quantity(first);
            case INT_OR_STRING -> intOrString(first);
            case RAW_EXTENSION -> raw(first);
            case ANY -> any.read();
            case FIELDS_V1 -> fields(first);
            case SCHEMA_OR_BOOL, SCHEMA_OR_ARRAY, SCHEMA_OR_STRINGS ->
                type.schema()
                        .map(schema -> alternatives(type.format(), schema, first))
                        .orElse(NullNode.INSTANCE);
        };
    }

    /// An object of a kind that nobody here knows, which stays as it was sent: the order of its members, and
    /// how its numbers are written. What is not all ASCII is read all the same, for it may be ill-formed.
    private JsonNode raw(int first) {
        int from = in.position();
        if (first == '{') {
            byte[] json = in.skipped();
            if (Blanks.isAscii(json)) {
                return WorkingTree.open(new Text(Blanks.without(json)));
            }
            in.backTo(from);
        }
        return any.read();
    }

    /// The fields of an entry of managedFields, which nearly all objects have in common with others: a known
    /// text is not read.
    private JsonNode fields(int first) {
        int from = in.position();
        if (first == '{') {
            byte[] json = in.skipped();
            Text known = Grain.known(json);
            if (known != null) {
                return WorkingTree.open(known);
            }
            in.backTo(from);
        }
        return any.read();
    }

    private static @Nullable JsonNode ofNull(Format format) {
        return switch (format) {
            case TIME, MICRO_TIME, QUANTITY, RAW_EXTENSION, FIELDS_V1 -> null;
            case INT_OR_STRING -> NumberNode.valueOf(0);
            case ANY, SCHEMA_OR_ARRAY, SCHEMA_OR_STRINGS -> NullNode.INSTANCE;
            case SCHEMA_OR_BOOL -> throw new DecodeFault("boolean or JSON schema expected");
        };
    }

    private @Nullable JsonNode time(Format format, int first) {
        if (first != '"') {
            in.skip();
            throw at.wrongTypeFault(ObjectReader.nameOf(first), "string");
        }
        String text = in.string();
        String canonical = format == Format.TIME ? GoTime.seconds(text) : GoTime.micros(text);
        return canonical == null ? NullNode.INSTANCE : TextNode.valueOf(canonical);
    }

    private JsonNode quantity(int first) {
        String raw = in.raw();
        String text = first == '"' ? raw.substring(1, raw.length() - 1) : raw;
        try {
            return TextNode.valueOf(Quantities.canonical(GoSpace.trimmed(text)));
        } catch (IllegalArgumentException e) {
            throw new DecodeFault(String.valueOf(e.getMessage()));
        }
    }

    private JsonNode intOrString(int first) {
        if (first == '"') {
            return in.text();
        }
        if (!JsonScanner.isNumber(first)) {
            in.skip();
            throw at.wrongTypeFault(ObjectReader.nameOf(first), "int32");
        }
        String text = in.number();
        Long value = ObjectReader.whole(text, Integer.SIZE);
        if (value == null) {
            throw at.wrongTypeFault("number " + text, "int32");
        }
        return NumberNode.valueOf(value);
    }

    private JsonNode alternatives(Format format, ObjectType schema, int first) {
        boolean clean = at.isClean();
        int outer = at.beginNested();
        JsonNode value = switch (first) {
            case '{' -> objects.struct(schema, null);
            case '[' -> list(format, schema);
            default -> scalar(format, first);
        };
        at.endNested(outer, clean);
        return value;
    }

    private JsonNode list(Format format, ObjectType schema) {
        FieldType element = switch (format) {
            case SCHEMA_OR_ARRAY -> new FieldType.Struct(schema);
            case SCHEMA_OR_STRINGS -> new FieldType.Text("string");
            default -> throw new DecodeFault("boolean or JSON schema expected");
        };
        JsonNode list = objects.value(new FieldType.ListOf(element, false, "[]" + element.goName()), false, null);
        return list == null || list.isEmpty() ? NullNode.INSTANCE : list;
    }

    private JsonNode scalar(Format format, int first) {
        in.skip();
        if (format != Format.SCHEMA_OR_BOOL) {
            return NullNode.INSTANCE;
        }
        if (first != 't' && first != 'f') {
            throw new DecodeFault("boolean or JSON schema expected");
        }
        return BooleanNode.valueOf(first == 't');
    }

    /// Base64 text, or a list of the bytes.
    @Nullable
    JsonNode bytes(int first) {
        if (first == '[') {
            return byteList();
        }
        String text = in.string();
        String canonical = GoBase64.canonical(text);
        if (canonical == null) {
            at.note("illegal base64 data at input byte " + GoBase64.firstBad(text));
            return null;
        }
        return TextNode.valueOf(canonical);
    }

    private JsonNode byteList() {
        List<Byte> bytes = new ArrayList<>();
        in.open();
        for (boolean first = true; in.element(first); first = false) {
            bytes.add(oneByte());
        }
        byte[] all = new byte[bytes.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = bytes.get(i);
        }
        return TextNode.valueOf(Base64.getEncoder().encodeToString(all));
    }

    private byte oneByte() {
        int first = in.peekValue();
        if (!JsonScanner.isNumber(first)) {
            in.skip();
            if (first != 'n') {
                at.wrongType(ObjectReader.nameOf(first), "uint8");
            }
            return 0;
        }
        String text = in.number();
        Long value = ObjectReader.whole(text, Integer.SIZE);
        if (value == null || value < 0 || value > BYTE_MAX || text.startsWith("-")) {
            at.wrongType("number " + text, "uint8");
            return 0;
        }
        return value.byteValue();
    }
}
