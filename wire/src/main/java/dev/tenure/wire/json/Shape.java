package dev.tenure.wire.json;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The names of an object's members, in order. Most objects have one of a few shapes, so equal ones are one.
/// Immutable.
public final class Shape {
    private static final MemoTable<Shape> KNOWN = new MemoTable<>("shapes of objects", 1 << 12);

    static final Shape EMPTY = new Shape(new String[0]);

    /// Objects with so many members are searched from the front, larger ones by hash.
    private static final int FEW = 8;

    private final String[] names;
    private final int hash;

    /// The names as JSON writes them, each with its colon.
    private final byte[][] labels;
    private final int length;

    /// Where each name stands; empty where there are few.
    private final Map<String, Integer> places;

    private final boolean repeating;

    private Shape(String[] names) {
        this.names = names;
        this.repeating = new HashSet<>(Arrays.asList(names)).size() < names.length;
        this.hash = Arrays.hashCode(names);
        this.labels = Arrays.stream(names).map(TreeWriter::label).toArray(byte[][]::new);
        this.length = Arrays.stream(labels).mapToInt(label -> label.length).sum() + Math.max(2, names.length + 1);
        this.places = names.length <= FEW ? Map.of() : places(names);
    }

    /// @param names belongs to the shape and is not changed any more
    static Shape of(String[] names) {
        if (names.length == 0) {
            return EMPTY;
        }
        int hash = Arrays.hashCode(names);
        Shape known = KNOWN.at(hash);
        if (known != null && Arrays.equals(known.names, names)) {
            return known;
        }
        var shape = new Shape(names);
        KNOWN.put(hash, shape);
        return shape;
    }

    /// The shape of an object that mostly has this one.
    Shape orOf(String[] others) {
        return Arrays.equals(names, others) ? this : of(others);
    }

    private static Map<String, Integer> places(String[] names) {
        Map<String, Integer> places = HashMap.newHashMap(names.length);
        for (int i = 0; i < names.length; i++) {
            places.put(names[i], i);
        }
        return places;
    }

    /// Whether a name is there twice: no object has such a shape.
    boolean isRepeating() {
        return repeating;
    }

    public int size() {
        return names.length;
    }

    public String name(int at) {
        return names[at];
    }

    /// A name as JSON writes it, with its colon. Shared: never write into it.
    byte[] label(int at) {
        return labels[at];
    }

    /// How many bytes an object of this shape has beside its values.
    int length() {
        return length;
    }

    /// Where a member stands; -1 when there is none.
    int place(String name) {
        if (names.length <= FEW) {
            for (int i = 0; i < names.length; i++) {
                if (names[i].equals(name)) {
                    return i;
                }
            }
            return -1;
        }
        return places.getOrDefault(name, -1);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Shape shape && Arrays.equals(names, shape.names));
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
