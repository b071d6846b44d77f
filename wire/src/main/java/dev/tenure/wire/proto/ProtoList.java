package dev.tenure.wire.proto;

import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.Part;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.schema.FieldType;
import dev.tenure.wire.schema.GroupVersionKind;
import dev.tenure.wire.schema.MessageLayout.Slot;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.SchemaField;
import java.util.Optional;

/// Writes a list in protobuf item by item, so that only the bytes of its items are held and never all their
/// trees. Immutable; safe for use by any thread.
public final class ProtoList {
    static final String ITEMS = "items";

    private final GroupVersionKind kind;
    private final ObjectType type;
    private final ObjectType itemType;
    private final int number;

    private ProtoList(GroupVersionKind kind, ObjectType type, ObjectType itemType, int number) {
        this.kind = kind;
        this.type = type;
        this.itemType = itemType;
        this.number = number;
    }

    /// @param kind of the list
    /// @return empty when the kind is no list, or its items are not what comes last
    public static Optional<ProtoList> of(GroupVersionKind kind, ObjectType type) {
        Slot last = type.message().slots().getLast();
        if (last.inlined().isPresent()) {
            return Optional.empty();
        }
        SchemaField field = type.fields().get(last.place());
        if (field.name().equals(ITEMS)
                && field.type() instanceof FieldType.ListOf list
                && !list.wrapped()
                && list.element() instanceof FieldType.Struct item) {
            return Optional.of(new ProtoList(kind, type, item.type(), last.number()));
        }
        return Optional.empty();
    }

    ObjectType itemType() {
        return itemType;
    }

    /// Of the field of the items.
    int number() {
        return number;
    }

    /// An item, which is an object, as it stands in the message of the list.
    public byte[] item(Part item) {
        var out = new BackwardBuffer();
        new MessageWriter(out).struct(itemType, item);
        out.endMessage(number, 0);
        return out.toBytes();
    }

    /// What stands before the items and behind them.
    public record Frame(byte[] before, byte[] after) {}

    /// @param head the list without its items
    /// @param itemsBytes how long all [#item] together are
    public Frame frame(ObjectNode head, long itemsBytes) {
        var out = new BackwardBuffer();
        new MessageWriter(out).struct(type, WorkingTree.part(head));
        Envelope.writeAround(out, kind, itemsBytes);
        var tail = new BackwardBuffer();
        Envelope.writeTail(tail);
        return new Frame(out.toBytes(), tail.toBytes());
    }
}
