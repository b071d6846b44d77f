package dev.tenure.wire.proto;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.MemoTable;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.Numbers;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.Part;
import dev.tenure.wire.json.TextNode;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.json.decode.Assembly;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.MessageLayout;
import dev.tenure.wire.schema.MessageLayout.Slot;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.SchemaField;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Protobuf messages → canonical trees. Unknown fields are skipped; a message that stands twice is read into
/// the first one's value, as upstream's generated code does. One reader reads one text.
final class MessageReader {
    /// Elements of lists of other lengths are hardly ever the same in two objects, or are read as quickly as
    /// they are looked up.
    private static final int KNOWN_MIN = 24;

    private static final int KNOWN_MAX = 2_048;

    /// Elements of lists that were read: containers, tolerations and owners are mostly those of a thousand
    /// other objects.
    private static final MemoTable<Known> KNOWN = new MemoTable<>("elements read from protobuf", 1 << 11);

    private record Known(ObjectType type, byte[] message, Part read) {}

    /// The element of each type that was read last: the next one mostly says half of the same, if not all.
    private static final MemoTable<Part> LAST = new MemoTable<>("last elements read from protobuf", 1 << 6);

    private final ProtoCursor in;
    private final SpecialMessages special;

    MessageReader(ProtoCursor in, ProtoCodec.Nesting nesting) {
        this.in = in;
        this.special = new SpecialMessages(in, this, nesting);
    }

    /// Reads fields up to the end of the current message.
    ObjectNode struct(ObjectType type, @Nullable JsonNode previous) {
        List<SchemaField> fields = type.fields();
        @Nullable JsonNode[] values = new @Nullable JsonNode[fields.size()];
        for (int i = 0; previous != null && i < values.length; i++) {
            values[i] = previous.get(fields.get(i).name());
        }
        message(type.message(), type.structName(), fields, values);
        sortMaps(fields, values);
        return Assembly.object(type, values);
    }

    /// Entries come in any order, one field each.
    private static void sortMaps(List<SchemaField> fields, @Nullable JsonNode[] values) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof ObjectNode map && fields.get(i).type() instanceof FieldType.MapOf) {
                values[i] = Assembly.map(map);
            }
        }
    }

    private void message(MessageLayout layout, String name, List<SchemaField> fields, @Nullable JsonNode[] values) {
        while (in.more()) {
            int tag = in.tag(name);
            Slot slot = layout.slot(tag >>> 3);
            if (slot == null) {
                in.skipField();
                continue;
            }
            MessageLayout inlined = slot.inlined().orElse(null);
            if (inlined == null) {
                SchemaField field = fields.get(slot.place());
                JsonNode earlier = values[slot.place()];
                values[slot.place()] =
                        value(field.type(), tag & 7, field.goName(), earlier instanceof NullNode ? null : earlier);
            } else {
                int outer = enter(tag & 7, slot.goName());
                message(inlined, slot.goName(), fields, values);
                in.leave(outer);
            }
        }
    }

    private int enter(int wireType, String field) {
        require(wireType == ProtoCursor.LENGTH, wireType, field);
        return in.enter();
    }

    private static void require(boolean right, int wireType, String field) {
        if (!right) {
            throw ProtoCursor.wrongWireType(wireType, field);
        }
    }

    /// One value, or one more element or entry of a list or map.
    @Nullable
    JsonNode value(FieldType type, int wireType, String field, @Nullable JsonNode earlier) {
        return switch (type) {
            case FieldType.ListOf list -> list(list, wireType, field, earlier);
            case FieldType.MapOf map -> map(map, wireType, field, earlier);
            case FieldType.Struct struct -> {
                int outer = enter(wireType, field);
                JsonNode value = struct(struct.type(), earlier);
                in.leave(outer);
                yield value;
            }
            case FieldType.Special format -> {
                int outer = enter(wireType, field);
                JsonNode value = special.read(format);
                in.leave(outer);
                yield value;
            }
            case FieldType.Text _, FieldType.Whole _, FieldType.Decimal _, FieldType.Bool _, FieldType.Bytes _ ->
                scalar(type, wireType, field);
        };
    }

    private JsonNode scalar(FieldType type, int wireType, String field) {
        require(wireType == wireTypeOf(type), wireType, field);
        return switch (type) {
            case FieldType.Whole whole -> whole(whole);
            case FieldType.Bool _ -> BooleanNode.valueOf(in.varint() != 0);
            case FieldType.Decimal _ -> Numbers.ofGo(Double.longBitsToDouble(in.fixed64()));
            case FieldType.Bytes _ -> TextNode.valueOf(Base64.getEncoder().encodeToString(in.bytes()));
            case FieldType.Text _, FieldType.ListOf _, FieldType.MapOf _, FieldType.Struct _, FieldType.Special _ ->
                in.word();
        };
    }

    private static int wireTypeOf(FieldType type) {
        return switch (type) {
            case FieldType.Whole _, FieldType.Bool _ -> ProtoCursor.VARINT;
            case FieldType.Decimal _ -> ProtoCursor.FIXED64;
            case FieldType.Text _,
                    FieldType.Bytes _,
                    FieldType.ListOf _,
                    FieldType.MapOf _,
                    FieldType.Struct _,
                    FieldType.Special _ -> ProtoCursor.LENGTH;
        };
    }

    private JsonNode whole(FieldType.Whole type) {
        long value = in.varint();
        return NumberNode.valueOf(type.bits() == Integer.SIZE ? (int) value : value);
    }

    private JsonNode list(FieldType.ListOf type, int wireType, String field, @Nullable JsonNode earlier) {
        ArrayNode elements = earlier instanceof ArrayNode known ? known : Json.array();
        boolean packed = wireType == ProtoCursor.LENGTH && type.element() instanceof FieldType.Whole;
        if (type.wrapped()) {
            int outer = enter(wireType, field);
            while (in.more()) {
                int tag = in.tag(field);
                if (tag >>> 3 == 1) {
                    elements.add(element(type.element(), tag & 7, "Items"));
                } else {
                    in.skipField();
                }
            }
            in.leave(outer);
        } else if (packed && type.element() instanceof FieldType.Whole whole) {
            int outer = in.enter();
            while (in.more()) {
                elements.add(whole(whole));
            }
            in.leave(outer);
        } else {
            elements.add(element(type.element(), wireType, field));
        }
        return elements;
    }

    private JsonNode element(FieldType type, int wireType, String field) {
        if (type instanceof FieldType.Struct struct && wireType == ProtoCursor.LENGTH) {
            int outer = in.enter();
            boolean mayBeKnown = in.left() >= KNOWN_MIN && in.left() <= KNOWN_MAX;
            JsonNode value = mayBeKnown ? known(struct.type()) : struct(struct.type(), null);
            in.leave(outer);
            return value;
        }
        return Assembly.orZero(type, value(type, wireType, field, null));
    }

    /// As [#struct], of a message that was perhaps read before.
    private JsonNode known(ObjectType type) {
        byte[] message = in.rest();
        int hash = Arrays.hashCode(message);
        Known known = KNOWN.at(hash);
        if (known != null && known.type().equals(type) && Arrays.equals(known.message(), message)) {
            return WorkingTree.open(known.read());
        }
        Part read = WorkingTree.part(struct(type, null), LAST.at(type.hashCode()));
        LAST.put(type.hashCode(), read);
        KNOWN.put(hash, new Known(type, message, read));
        return WorkingTree.open(read);
    }

    private JsonNode map(FieldType.MapOf type, int wireType, String field, @Nullable JsonNode earlier) {
        require(wireType == ProtoCursor.LENGTH, wireType, field);
        String key = "";
        JsonNode value = null;
        int end = in.enterEntry();
        while (in.moreOfEntry(end)) {
            switch (in.entryField()) {
                case 1 -> key = in.word().asText();
                case 2 -> value = value(type.value(), wireTypeOf(type.value()), field, null);
                default -> in.skipEntryField(end);
            }
        }
        in.leaveEntry(end);
        ObjectNode entries = earlier instanceof ObjectNode known ? known : Json.object();
        return entries.set(key, Assembly.orZero(type.value(), value));
    }
}
