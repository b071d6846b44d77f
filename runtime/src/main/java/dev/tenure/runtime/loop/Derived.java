package dev.tenure.runtime.loop;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A value that is worked out from the latest snapshot of something: when it is first asked for, and again
/// when it is asked for after the snapshot has changed. Equal snapshots have one value. Safe for use by
/// several threads: the others wait.
public final class Derived<S, T> {
    private final Published<S> source;
    private final Function<S, T> maker;
    private volatile @Nullable Made<S, T> made;

    private record Made<S, T>(S of, T value) {}

    public Derived(Published<S> source, Function<S, T> maker) {
        this.source = source;
        this.maker = maker;
    }

    public T get() {
        S now = source.get();
        Made<S, T> known = made;
        return known != null && known.of.equals(now) ? known.value : make(now);
    }

    private synchronized T make(S now) {
        Made<S, T> known = made;
        if (known != null && known.of.equals(now)) {
            return known.value;
        }
        T value = maker.apply(now);
        made = new Made<>(now, value);
        return value;
    }
}
