package dev.tenure.apiserver.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BookmarkTimesTest {
    private static final Tick START = new Tick(-7_000_000_000L);

    /// Seconds after the start at which a watch of so many seconds is due a bookmark.
    private static List<Long> due(long length) {
        var end = Optional.of(START.plus(Duration.ofSeconds(length)));
        var found = new ArrayList<Long>();
        for (Optional<Tick> next = BookmarkTimes.next(START, end);
                next.isPresent();
                next = BookmarkTimes.next(next.get(), end)) {
            found.add(next.get().since(START).toSeconds());
        }
        return found;
    }

    @Test
    void theLastOneComesTwoSecondsBeforeTheEnd() {
        assertThat(due(3)).containsExactly(1L);
        assertThat(due(61)).containsExactly(59L);
        assertThat(due(62)).containsExactly(60L);
        assertThat(due(150)).containsExactly(60L, 120L, 148L);
    }

    @Test
    void aWatchOfTwoSecondsHasNone() {
        assertThat(due(1)).isEmpty();
        assertThat(due(2)).isEmpty();
    }

    @Test
    void aWatchWithoutAnEndHasOneEachMinute() {
        Tick next = BookmarkTimes.next(START, Optional.empty()).orElseThrow();
        assertThat(next.since(START)).isEqualTo(Duration.ofMinutes(1));
        Tick ages = START.plus(Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(BookmarkTimes.next(START, Optional.of(ages))).contains(next);
    }
}
