package dev.tenure.wire.view;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.model.quantity.Quantity;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Lets views share equal parts: the words, amounts, tolerations and containers that thousands of pods have in common.
///
/// Each value has one place, by its hash, and pushes out what is there. What is returned always equals what was given,
/// and is written alike, so nobody can tell whether it is shared; that is why this is the one static table of the room.
/// All values are immutable, with final fields, so threads may race for a place: either value serves.
final class Shared {
    /// A power of two.
    private static final int PLACES = 1 << 14;

    private static final int TEXT_LENGTH_MAX = 64;
    private static final @Nullable Object[] TABLE = new @Nullable Object[PLACES];

    /// A quantity with the text it was read from, since equal quantities may be written differently.
    private record Written(String text, Quantity quantity) {}

    /// A moment with the text it was read from.
    private record Moment(String text, Instant at) {}

    private Shared() {}

    static String text(String text) {
        return text.length() > TEXT_LENGTH_MAX ? text : value(text);
    }

    /// For immutable values whose equality leaves nothing out.
    static <T> T value(T value) {
        return value(value, Object::equals);
    }

    @SuppressWarnings("unchecked") // a value of the same class
    private static <T> T value(T value, BiPredicate<T, T> same) {
        int place = place(value.hashCode());
        Object there = TABLE[place];
        if (there != null && there.getClass() == value.getClass() && same.test(value, (T) there)) {
            return (T) there;
        }
        TABLE[place] = value;
        return value;
    }

    private static int place(int hash) {
        int mixed = hash * 0x9E3779B9;
        return (mixed ^ (mixed >>> 15)) & (PLACES - 1);
    }

    static Quantity quantity(String text) {
        int place = place(text.hashCode() + 1);
        if (TABLE[place] instanceof Written written && written.text.equals(text)) {
            return written.quantity;
        }
        Quantity quantity = Quantity.parse(text);
        TABLE[place] = new Written(text, quantity);
        return quantity;
    }

    /// @param read gives the moment that a text says
    static Instant time(String text, Function<String, Instant> read) {
        int place = place(text.hashCode() + 2);
        if (TABLE[place] instanceof Moment moment && moment.text.equals(text)) {
            return moment.at;
        }
        Instant at = value(read.apply(text));
        TABLE[place] = new Moment(text, at);
        return at;
    }

    static ResourceList resources(ResourceList list) {
        return value(list, Shared::writtenAlike);
    }

    /// Whether both hold the very same quantities, not only equal ones.
    private static boolean writtenAlike(ResourceList one, ResourceList other) {
        Map<String, Quantity> amounts = one.amounts();
        if (amounts.size() != other.amounts().size()) {
            return false;
        }
        for (Map.Entry<String, Quantity> entry : amounts.entrySet()) {
            if (entry.getValue() != other.amounts().get(entry.getKey())) {
                return false;
            }
        }
        return true;
    }

    static ResourceRequirements requirements(ResourceRequirements both) {
        return value(both, (one, other) -> one.requests() == other.requests() && one.limits() == other.limits());
    }

    static Container container(Container container) {
        return value(container, (one, other) -> one.resources() == other.resources() && one.equals(other));
    }
}
