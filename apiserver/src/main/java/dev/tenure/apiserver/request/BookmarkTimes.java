package dev.tenure.apiserver.request;

import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.Optional;

/// When a watch is told how far it is, though nothing has happened that it would see: every minute, and
/// shortly before its end, so that who goes on with another watch begins close to now. Upstream:
/// storage/cacher/cache_watcher.go, `nextBookmarkTime`.
public final class BookmarkTimes {
    /// How long before the end of a watch the last bookmark is due.
    public static final Duration BEFORE_END = Duration.ofSeconds(2);

    private static final Duration EVERY = Duration.ofMinutes(1);

    private BookmarkTimes() {}

    /// The next one after now.
    ///
    /// @param end when the watch is over, if that is known
    /// @return empty when there will be none any more
    public static Optional<Tick> next(Tick now, Optional<Tick> end) {
        Tick regular = now.plus(EVERY);
        Tick due = end.map(over -> over.plus(BEFORE_END.negated()))
                .filter(last -> regular.isAfter(last))
                .orElse(regular);
        return due.isAfter(now) ? Optional.of(due) : Optional.empty();
    }
}
