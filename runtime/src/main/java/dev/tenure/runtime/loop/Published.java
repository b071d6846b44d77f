package dev.tenure.runtime.loop;

/// The latest immutable snapshot that one loop shows to other threads.
public final class Published<T> {
    private volatile T latest;

    public Published(T first) {
        latest = first;
    }

    /// To be called by the owning loop only.
    public void publish(T snapshot) {
        latest = snapshot;
    }

    public T get() {
        return latest;
    }
}
