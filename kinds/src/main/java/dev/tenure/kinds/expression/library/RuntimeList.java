package dev.tenure.kinds.expression.library;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.values.CelValue;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;

/// A list of a class of our own. The runtime looks through every list that it meets, at each step, for values
/// that are not in its form, and makes another list of them. Of a value of its own kind, as this, it asks for
/// the [#value] alone, which is this list again. Confined to one run.
@SuppressWarnings("Immutable") // what each shows never changes, and one run is one thread
abstract class RuntimeList extends CelValue implements List<Object> {
    private final List<Object> shown;

    /// @param shown what is in it, in the runtime's form
    RuntimeList(List<Object> shown) {
        this.shown = shown;
    }

    @Override
    public Object value() {
        return this;
    }

    @Override
    public boolean isZeroValue() {
        return shown.isEmpty();
    }

    @Override
    public CelType celType() {
        return ListType.create(SimpleType.DYN);
    }

    @Override
    public int size() {
        return shown.size();
    }

    @Override
    public boolean isEmpty() {
        return shown.isEmpty();
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
