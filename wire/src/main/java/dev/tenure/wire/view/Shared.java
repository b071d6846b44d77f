package dev.tenure.wire.view;

import dev.tenure.model.core.Container;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.ResourceRequirements;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.MemoTable;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;

/// Lets views share equal parts: the words, amounts, tolerations and containers that thousands of pods have
/// in common.
///
/// What is returned always equals what was given, and is written alike, so nobody can tell whether it is
/// shared.
final class Shared {
    private static final int TEXT_LENGTH_MAX = 64;
    private static final MemoTable<Object> TABLE = new MemoTable<>("equal parts of views", 1 << 14);

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
        int hash = value.hashCode();
        Object there = TABLE.at(hash);
        if (there != null && there.getClass() == value.getClass() && same.test(value, (T) there)) {
            return (T) there;
        }
        TABLE.put(hash, value);
        return value;
    }

    static Quantity quantity(String text) {
        int hash = text.hashCode() + 1;
        if (TABLE.at(hash) instanceof Written written && written.text.equals(text)) {
            return written.quantity;
        }
        Quantity quantity = Quantity.parse(text);
        TABLE.put(hash, new Written(text, quantity));
        return quantity;
    }

    /// @param read gives the moment that a text says
    static Instant time(String text, Function<String, Instant> read) {
        int hash = text.hashCode() + 2;
        if (TABLE.at(hash) instanceof Moment moment && moment.text.equals(text)) {
            return moment.at;
        }
        Instant at = value(read.apply(text));
        TABLE.put(hash, new Moment(text, at));
        return at;
    }

    static ResourceList resources(ResourceList list) {
        return value(list, Shared::writtenAlike);
    }

    /// Whether equal lists are written alike: `1` and `1000m` are equal quantities.
    private static boolean writtenAlike(ResourceList one, ResourceList other) {
        Map<String, Quantity> amounts = one.amounts();
        if (amounts.size() != other.amounts().size()) {
            return false;
        }
        for (Map.Entry<String, Quantity> entry : amounts.entrySet()) {
            Quantity theirs = other.amounts().get(entry.getKey());
            if (theirs == null || !isWritten(entry.getValue(), theirs)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWritten(Quantity one, Quantity other) {
        return one.toString().equals(other.toString());
    }

    static ResourceRequirements requirements(ResourceRequirements both) {
        return value(both, Shared::writtenAlike);
    }

    private static boolean writtenAlike(ResourceRequirements one, ResourceRequirements other) {
        return writtenAlike(one.requests(), other.requests()) && writtenAlike(one.limits(), other.limits());
    }

    static Container container(Container container) {
        return value(container, (one, other) -> one.equals(other) && writtenAlike(one.resources(), other.resources()));
    }
}
