package dev.tenure.apiserver.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.runtime.loop.WakeUp;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AwaitedWatchTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    /// Has one bookmark, then throws.
    private static final class Failing implements WatchCursor {
        private final WakeUp closed = new WakeUp();
        private boolean polled;

        @Override
        public List<WatchEvent> poll(int max) {
            if (polled) {
                throw new IllegalStateException("nobody foresaw this");
            }
            polled = true;
            return List.of(new WatchEvent.Bookmark(7, false));
        }

        @Override
        public void onReady(Runnable signal) {
            signal.run();
        }

        @Override
        public void close() {
            closed.raise();
        }
    }

    @Test
    void whoWatchesHearsWhenEventsCanNoLongerBeMade() throws InterruptedException {
        var source = new Failing();
        try (AwaitedWatch watch = AwaitedWatch.of(source)) {
            assertThat(source.closed.await(LONG)).isTrue();
            var ready = new WakeUp();
            watch.onReady(ready::raise);
            assertThat(ready.await(LONG)).isTrue();
            assertThat(watch.poll(1)).containsExactly(new WatchEvent.Bookmark(7, false));
            watch.onReady(ready::raise);
            assertThat(ready.await(LONG)).isTrue();
            assertThat(watch.poll(1)).singleElement().isInstanceOf(WatchEvent.Failed.class);
        }
    }
}
