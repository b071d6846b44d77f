package dev.tenure.model.meta;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A value that is worked out when somebody first asks for it. Safe for use by several threads, without
/// locks: it is written with release and read with acquire semantics, so whoever sees it sees all of it.
/// Threads that ask for it at the same moment may each work it out, and all get the one that was there first.
///
/// @param <T> immutable
public final class Lazy<T> {
    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Lazy.class, "value", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Supplier<T> source;

    @SuppressWarnings("UnusedVariable") // used by the handle
    private @Nullable Object value;

    /// @param source gives equal values whenever it is asked
    public Lazy(Supplier<T> source) {
        this.source = source;
    }

    /// The value, if it has been worked out.
    @SuppressWarnings("unchecked") // nothing else is put there
    Optional<T> known() {
        return Optional.ofNullable((T) VALUE.getAcquire(this));
    }

    @SuppressWarnings("unchecked") // nothing else is put there
    public T get() {
        Object known = VALUE.getAcquire(this);
        if (known != null) {
            return (T) known;
        }
        T made = Objects.requireNonNull(source.get());
        Object first = VALUE.compareAndExchangeRelease(this, null, made);
        return first == null ? made : (T) VALUE.getAcquire(this);
    }
}
