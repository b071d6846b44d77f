package dev.tenure.kinds.expression.library;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/// A list that others are made of by adding to its end. All of them share one store of values, of which each
/// shows its own beginning; only the first that is added to takes the place behind its end, any other one a
/// store of its own. So each is as it was made, and to collect n values takes n steps.
///
/// Confined to one run.
@SuppressWarnings("Immutable") // what each shows never changes, and one run is one thread
final class CollectedList extends RuntimeList {
    private final List<Object> store;
    private final int size;

    private CollectedList(List<Object> store) {
        super(beginning(store, store.size()));
        this.store = store;
        this.size = store.size();
    }

    private static List<Object> beginning(List<Object> store, int size) {
        return new AbstractList<>() {
            @Override
            public Object get(int index) {
                if (index >= size) {
                    throw new IndexOutOfBoundsException(index);
                }
                return store.get(index);
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    /// The values of one list and of another behind them.
    ///
    /// @param one whose values are in the runtime's form, as those of the other are
    static List<Object> of(List<?> one, List<?> other) {
        if (one instanceof KeyedList keyed) {
            return keyed.plus(other);
        }
        List<Object> store = one instanceof CollectedList known && known.size == known.store.size()
                ? known.store
                : new ArrayList<>(one);
        store.addAll(other);
        return new CollectedList(store);
    }
}
