package dev.tenure.model.meta;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Immutable maps and sets that stay fast whatever their keys are. `Map.copyOf` and `Set.copyOf` walk past
/// every key with the same hash, so that 65,000 labels whose hashes someone made equal would take two
/// thousand million comparisons; a `HashMap` puts such keys in order.
public final class Frozen {
    /// Up to so many entries the plain copy is as good, and smaller.
    private static final int FEW = 16;

    private Frozen() {}

    /// An immutable copy; the same map when it is one already.
    ///
    /// @throws NullPointerException when a key or a value is null
    public static <K, V> Map<K, V> map(Map<K, V> map) {
        if (map.size() <= FEW) {
            return Map.copyOf(map);
        }
        return map instanceof FrozenMap<K, V> ? map : new FrozenMap<>(new HashMap<>(map));
    }

    /// An immutable copy; the same set when it is one already.
    ///
    /// @throws NullPointerException when an element is null
    public static <E> Set<E> set(Collection<E> set) {
        if (set.size() <= FEW) {
            return Set.copyOf(set);
        }
        return set instanceof FrozenSet<E> frozen ? frozen : new FrozenSet<>(new HashSet<>(set));
    }

    private static final class FrozenMap<K, V> extends AbstractMap<K, V> {
        private final Map<K, V> entries;

        FrozenMap(Map<K, V> entries) {
            this.entries = entries;
            if (entries.containsKey(null) || entries.containsValue(null)) {
                throw new NullPointerException("a map of values holds null");
            }
        }

        @Override
        public @Nullable V get(@Nullable Object key) {
            return entries.get(key);
        }

        @Override
        public boolean containsKey(@Nullable Object key) {
            return entries.containsKey(key);
        }

        @Override
        public int size() {
            return entries.size();
        }

        @Override
        public Set<Entry<K, V>> entrySet() {
            return Collections.unmodifiableMap(entries).entrySet();
        }
    }

    private static final class FrozenSet<E> extends AbstractSet<E> {
        private final Set<E> elements;

        FrozenSet(Set<E> elements) {
            this.elements = elements;
            if (elements.contains(null)) {
                throw new NullPointerException("a set of values holds null");
            }
        }

        @Override
        public boolean contains(@Nullable Object element) {
            return elements.contains(element);
        }

        @Override
        public int size() {
            return elements.size();
        }

        @Override
        public Iterator<E> iterator() {
            return Collections.unmodifiableSet(elements).iterator();
        }
    }
}
