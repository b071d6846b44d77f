package dev.tenure.runtime.loop;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// As [Derived], of two snapshots of which either may change. Safe for use by several threads: the others
/// wait.
public final class DerivedPair<A, B, T> {
    private final Published<A> first;
    private final Published<B> second;
    private final BiFunction<A, B, T> maker;
    private volatile @Nullable Made<A, B, T> made;

    private record Made<A, B, T>(A first, B second, T value) {
        boolean isOf(A one, B other) {
            return first.equals(one) && second.equals(other);
        }
    }

    public DerivedPair(Published<A> first, Published<B> second, BiFunction<A, B, T> maker) {
        this.first = first;
        this.second = second;
        this.maker = maker;
    }

    public T get() {
        A one = first.get();
        B other = second.get();
        Made<A, B, T> known = made;
        return known != null && known.isOf(one, other) ? known.value : make(one, other);
    }

    private synchronized T make(A one, B other) {
        Made<A, B, T> known = made;
        if (known != null && known.isOf(one, other)) {
            return known.value;
        }
        T value = maker.apply(one, other);
        made = new Made<>(one, other, value);
        return value;
    }
}
