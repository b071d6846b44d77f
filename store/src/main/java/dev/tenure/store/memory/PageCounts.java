package dev.tenure.store.memory;

import dev.tenure.store.Store.Range;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/// How many objects were left after the pages that were handed out last, so that the next page of a long list
/// need not count to the end again. The state at one revision never changes, so neither does such a count.
/// Safe for use by several threads: every method holds this object's monitor, for a moment only.
final class PageCounts {
    private static final int REMEMBERED_MAX = 512;

    private final Map<Range, Long> remaining = new LinkedHashMap<>(REMEMBERED_MAX, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Range, Long> eldest) {
            return size() > REMEMBERED_MAX;
        }
    };

    /// @param rest everything after a page, without a limit
    synchronized void remember(Range rest, long count) {
        remaining.put(rest, count);
    }

    synchronized OptionalLong recall(Range rest) {
        Long count = remaining.get(rest);
        return count == null ? OptionalLong.empty() : OptionalLong.of(count);
    }
}
