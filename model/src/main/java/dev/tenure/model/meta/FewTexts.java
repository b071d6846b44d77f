package dev.tenure.model.meta;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An immutable map of few texts: one array of keys and values, where a hash table would take four times the
/// memory of every stored object. A look goes through the keys one by one.
final class FewTexts extends AbstractMap<String, String> {
    /// Beyond that a hash table is faster.
    private static final int SIZE_MAX = 16;

    private final String[] keysAndValues;

    private FewTexts(String[] keysAndValues) {
        this.keysAndValues = keysAndValues;
    }

    /// An immutable copy; the same map when it is immutable already.
    ///
    /// @throws NullPointerException when a key or a value is null
    static Map<String, String> copyOf(Map<String, String> map) {
        if (map instanceof FewTexts) {
            return map;
        }
        if (map.isEmpty() || map.size() > SIZE_MAX) {
            return Frozen.map(map);
        }
        String[] all = new String[map.size() * 2];
        int at = 0;
        for (Entry<String, String> entry : map.entrySet()) {
            all[at++] = Objects.requireNonNull(entry.getKey());
            all[at++] = Objects.requireNonNull(entry.getValue());
        }
        return new FewTexts(all);
    }

    private int find(@Nullable Object key) {
        for (int i = 0; i < keysAndValues.length; i += 2) {
            if (keysAndValues[i].equals(key)) {
                return i + 1;
            }
        }
        return -1;
    }

    @Override
    public @Nullable String get(@Nullable Object key) {
        int at = find(key);
        return at < 0 ? null : keysAndValues[at];
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return find(key) >= 0;
    }

    @Override
    public int size() {
        return keysAndValues.length / 2;
    }

    @Override
    public Set<Entry<String, String>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return FewTexts.this.size();
            }

            @Override
            public Iterator<Entry<String, String>> iterator() {
                return new Entries();
            }
        };
    }

    private final class Entries implements Iterator<Entry<String, String>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < keysAndValues.length;
        }

        @Override
        public Entry<String, String> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            next += 2;
            return Map.entry(keysAndValues[next - 2], keysAndValues[next - 1]);
        }
    }
}
