package dev.tenure.kinds.expression.library;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelValue;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;

/// A list that others are made of by adding to its end. All of them share one store of values, of which each shows its
/// own beginning; only the first that is added to takes the place behind its end, any other one a store of its own. So
/// each is as it was made, and to collect n values takes n steps.
///
/// The runtime looks through every list that it meets, at each step, for values that are not in its form. Of a value of
/// its own kind it asks for the [#value] alone, which is this list again. Confined to one run.
@SuppressWarnings("Immutable") // what each shows never changes, and one run is one thread
final class CollectedList extends CelValue implements List<Object> {
    private final List<Object> store;
    private final int size;
    private final List<Object> shown = new AbstractList<>() {
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

    private CollectedList(List<Object> store) {
        this.store = store;
        this.size = store.size();
    }

    /// The values of one list and of another behind them.
    ///
    /// @param one whose values are in the runtime's form, as those of the other are
    static CollectedList of(List<?> one, List<?> other) {
        List<Object> store = one instanceof CollectedList known && known.size == known.store.size()
                ? known.store
                : new ArrayList<>(one);
        store.addAll(other);
        return new CollectedList(store);
    }

    @Override
    public Object value() {
        return this;
    }

    @Override
    public boolean isZeroValue() {
        return size == 0;
    }

    @Override
    public CelType celType() {
        return ListType.create(SimpleType.DYN);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public Object get(int index) {
        return shown.get(index);
    }

    @Override
    public boolean contains(Object value) {
        return shown.contains(value);
    }

    @Override
    public boolean containsAll(Collection<?> values) {
        return shown.containsAll(values);
    }

    @Override
    public int indexOf(Object value) {
        return shown.indexOf(value);
    }

    @Override
    public int lastIndexOf(Object value) {
        return shown.lastIndexOf(value);
    }

    @Override
    public Iterator<Object> iterator() {
        return shown.iterator();
    }

    @Override
    public ListIterator<Object> listIterator() {
        return shown.listIterator();
    }

    @Override
    public ListIterator<Object> listIterator(int from) {
        return shown.listIterator(from);
    }

    @Override
    public List<Object> subList(int from, int to) {
        return shown.subList(from, to);
    }

    @Override
    public Object[] toArray() {
        return shown.toArray();
    }

    @Override
    public <T> T[] toArray(T[] array) {
        return shown.toArray(array);
    }

    @Override
    public boolean equals(Object other) {
        return shown.equals(other);
    }

    @Override
    public int hashCode() {
        return shown.hashCode();
    }

    @Override
    public String toString() {
        return shown.toString();
    }

    @Override
    public boolean add(Object value) {
        return shown.add(value);
    }

    @Override
    public void add(int index, Object value) {
        shown.add(index, value);
    }

    @Override
    public boolean addAll(Collection<?> values) {
        return shown.addAll(values);
    }

    @Override
    public boolean addAll(int index, Collection<?> values) {
        return shown.addAll(index, values);
    }

    @Override
    public Object set(int index, Object value) {
        return shown.set(index, value);
    }

    @Override
    public Object remove(int index) {
        return shown.remove(index);
    }

    @Override
    public boolean remove(Object value) {
        return shown.remove(value);
    }

    @Override
    public boolean removeAll(Collection<?> values) {
        return shown.removeAll(values);
    }

    @Override
    public boolean retainAll(Collection<?> values) {
        return shown.retainAll(values);
    }

    @Override
    public void clear() {
        shown.clear();
    }
}
