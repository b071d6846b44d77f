package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.runtime.io.Background;
import dev.tenure.runtime.io.Mailbox;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.WakeUp;
import java.time.Duration;
import java.util.List;

/// A watch whose events take long to make, because somebody outside is asked about each: a thread of its own
/// makes them, some ahead, so that whoever polls never waits.
final class AwaitedWatch implements WatchCursor {
    private static final int EVENTS_AHEAD_MAX = 64;
    private static final Duration LOOK_AT_LEAST_EVERY = Duration.ofSeconds(1);

    private final WatchCursor source;
    private final Mailbox<WatchEvent> made = new Mailbox<>(EVENTS_AHEAD_MAX);
    private final WakeUp news = new WakeUp();
    private final Published<Boolean> over = new Published<>(false);
    private final Published<Course> course = new Published<>(Course.PASSING);

    private AwaitedWatch(WatchCursor source) {
        this.source = source;
    }

    /// Begins to make events.
    static AwaitedWatch of(WatchCursor source) {
        var watch = new AwaitedWatch(source);
        Background.run("awaited-watch", watch::make, watch::fail);
        return watch;
    }

    private void make() {
        try (source) {
            while (!over.get()) {
                Course now = source.course();
                List<WatchEvent> events = source.poll(1);
                if (events.isEmpty()) {
                    course.publish(now);
                    if (now == Course.OVER) {
                        return;
                    }
                    source.onReady(news::raise);
                    news.await(LOOK_AT_LEAST_EVERY);
                }
                for (WatchEvent event : events) {
                    if (!made.put(event) || event instanceof WatchEvent.Failed) {
                        return;
                    }
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Whoever watches begins anew, instead of waiting for events that nobody makes any more.
    private void fail() {
        made.put(new WatchEvent.Failed(Statuses.internal("the events of this watch cannot be made any more")));
    }

    @Override
    public List<WatchEvent> poll(int max) {
        return made.take(max);
    }

    @Override
    public Course course() {
        return course.get();
    }

    @Override
    public void onReady(Runnable signal) {
        made.onReady(signal);
    }

    @Override
    public void close() {
        over.publish(true);
        made.close();
        news.raise();
    }
}
