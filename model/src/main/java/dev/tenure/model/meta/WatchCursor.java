package dev.tenure.model.meta;

import java.util.List;

/// A position in the history of a collection. Used by one thread at a time.
public interface WatchCursor extends AutoCloseable {
    /// The next events, at most `max` of them, without waiting; empty when there is nothing new.
    List<WatchEvent> poll(int max);

    /// Runs `signal` once as soon as [#poll] has something to give: at once when it has already. The signal runs on a
    /// foreign thread, must return quickly and must not poll. A new call replaces the signal.
    void onReady(Runnable signal);

    @Override
    void close();
}
