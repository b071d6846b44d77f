package dev.tenure.kinds.expression.library;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/// A list of a custom resource whose items have keys: a set, or a list of structures by some of their fields.
/// Their order does not count when it is compared, and what is added replaces what has the same key.
/// Upstream: apiserver/pkg/cel/common/valuesunstructured.go.
@SuppressWarnings("Immutable") // its keys are a copy that nobody changes
public final class KeyedList extends RuntimeList {
    private final List<String> keys;

    /// @param keys names of the fields that are the key of an item; none when the item itself is
    public KeyedList(List<Object> items, List<String> keys) {
        super(List.copyOf(items));
        this.keys = List.copyOf(keys);
    }

    private Object key(Object item) {
        if (keys.isEmpty()) {
            return item;
        }
        return item instanceof Map<?, ?> fields
                ? keys.stream().map(name -> String.valueOf(fields.get(name))).collect(Collectors.toList())
                : item;
    }

    KeyedList plus(List<?> others) {
        List<Object> items = new ArrayList<>(this);
        Map<Object, Integer> places = new HashMap<>();
        for (int i = 0; i < items.size(); i++) {
            places.put(key(items.get(i)), i);
        }
        for (Object other : others) {
            Integer place = places.get(key(other));
            if (place == null) {
                places.put(key(other), items.size());
                items.add(other);
            } else if (place < size()) {
                items.set(place, other);
            }
        }
        return new KeyedList(items, keys);
    }

    /// Whether the items of another list are those of this one, in any order.
    boolean matches(List<?> other, BiPredicate<Object, Object> same) {
        if (size() != other.size()) {
            return false;
        }
        Map<Object, Object> known = new HashMap<>();
        forEach(item -> known.put(key(item), item));
        return other.stream().allMatch(item -> {
            Object own = known.get(key(item));
            return own != null && same.test(own, item);
        });
    }
}
