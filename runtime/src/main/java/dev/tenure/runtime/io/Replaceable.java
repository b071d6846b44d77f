package dev.tenure.runtime.io;

import java.util.concurrent.atomic.AtomicReference;

/// What several threads use and any of them may replace. Of those who find fault with the same value one
/// replaces it.
public final class Replaceable<T> {
    private final AtomicReference<T> present;

    public Replaceable(T first) {
        present = new AtomicReference<>(first);
    }

    public T get() {
        return present.get();
    }

    /// @return what was there before
    public T set(T next) {
        return present.getAndSet(next);
    }

    /// Puts `next` where `former` is, that very object.
    ///
    /// @return false when something else is there by now
    public boolean replace(T former, T next) {
        return present.compareAndSet(former, next);
    }
}
