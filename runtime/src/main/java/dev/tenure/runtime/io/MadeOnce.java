package dev.tenure.runtime.io;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A value that is made when it is first asked for, once. Safe for use by several threads: the others wait.
public final class MadeOnce<T> {
    private final Supplier<T> maker;
    private volatile @Nullable T value;

    public MadeOnce(Supplier<T> maker) {
        this.maker = maker;
    }

    public T get() {
        T made = value;
        return made == null ? make() : made;
    }

    /// The value if somebody has asked for it.
    public Optional<T> known() {
        return Optional.ofNullable(value);
    }

    private synchronized T make() {
        T made = value;
        if (made == null) {
            made = maker.get();
            value = made;
        }
        return made;
    }
}
