package dev.tenure.model.meta;

import java.util.List;

/// A position in the history of a collection. Used by one thread at a time.
public interface WatchCursor extends AutoCloseable {
    /// The next events, at most `max` of them, without waiting; empty when there is nothing new.
    List<WatchEvent> poll(int max);

    /// Whether a watch goes on.
    enum Course {
        /// For as long as somebody polls.
        LASTING,
        /// Until its kind changes, of which nobody is signalled: to be asked again now and then.
        PASSING,
        /// What can be polled now is the last of it.
        OVER
    }

    /// Whether there will be more. Who asks for that and polls then misses nothing.
    default Course course() {
        return Course.LASTING;
    }

    /// Runs `signal` once as soon as [#poll] has something to give: at once when it has already. The signal
    /// runs on a foreign thread, must return quickly and must not poll. A new call replaces the signal.
    void onReady(Runnable signal);

    @Override
    void close();
}
