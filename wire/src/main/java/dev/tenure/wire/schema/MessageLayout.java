package dev.tenure.wire.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How protobuf arranges a type's fields: by number, with the fields of an inlined structure in a message of
/// their own. Immutable.
public final class MessageLayout {
    private final List<Slot> slots;

    /// By number; there are no large ones.
    private final @Nullable Slot[] byNumber;

    /// One number of a message.
    ///
    /// @param place of the field in the type's fields; of no meaning when `inlined` is there
    /// @param inlined the layout of an inlined structure
    /// @param goName of the Go field, for messages
    public record Slot(int number, int place, Optional<MessageLayout> inlined, String goName) {}

    private MessageLayout(List<Slot> slots) {
        this.slots = List.copyOf(slots);
        int largest = slots.stream().mapToInt(Slot::number).max().orElse(0);
        this.byNumber = new @Nullable Slot[largest + 1];
        slots.forEach(slot -> byNumber[slot.number()] = slot);
    }

    static MessageLayout of(List<SchemaField> fields) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            if (!fields.get(i).protoPath().isEmpty()) {
                places.add(i);
            }
        }
        return of(fields, places, 0);
    }

    private static MessageLayout of(List<SchemaField> fields, List<Integer> places, int depth) {
        Map<Integer, List<Integer>> groups = new TreeMap<>();
        for (int place : places) {
            int number = fields.get(place).protoPath().get(depth);
            groups.computeIfAbsent(number, _ -> new ArrayList<>()).add(place);
        }
        List<Slot> slots = new ArrayList<>();
        groups.forEach((number, group) -> {
            SchemaField first = fields.get(group.getFirst());
            boolean inlined = first.protoPath().size() > depth + 1;
            slots.add(
                    inlined
                            ? new Slot(number, -1, Optional.of(of(fields, group, depth + 1)), embedded(first, depth))
                            : new Slot(number, group.getFirst(), Optional.empty(), first.goName()));
        });
        return new MessageLayout(slots);
    }

    private static String embedded(SchemaField field, int depth) {
        String[] names = field.embeddedIn().split("\\.");
        return names[Math.min(depth, names.length - 1)];
    }

    /// In the order of their numbers.
    public List<Slot> slots() {
        return slots;
    }

    /// Null when there is no such number.
    public @Nullable Slot slot(int number) {
        return number < byNumber.length ? byNumber[number] : null;
    }
}
