package dev.tenure.sim.world;

import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchCursor;
import dev.tenure.model.meta.WatchEvent;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A watch whose news may be held back, and which may be broken off. Confined to the thread of its
/// world.
final class LaggingCursor implements WatchCursor {
    private static final Status GONE = new Status(
            410, "Expired", "the connection was lost and the place in the history with it", Optional.empty());

    private final WatchCursor cursor;
    private final EventLoop loop;
    private final Supplier<Duration> lag;
    private final String alarm;
    private @Nullable Runnable waiting;
    private boolean broken;
    private boolean closed;

    /// @param lag asked each time that there is news
    /// @param name distinguishes this watch from others on the loop
    LaggingCursor(WatchCursor cursor, EventLoop loop, Supplier<Duration> lag, String name) {
        this.cursor = cursor;
        this.loop = loop;
        this.lag = lag;
        this.alarm = name;
    }

    @Override
    public List<WatchEvent> poll(int max) {
        return broken ? List.of(new WatchEvent.Failed(GONE)) : cursor.poll(max);
    }

    @Override
    public void onReady(Runnable signal) {
        if (broken) {
            signal.run();
            return;
        }
        waiting = signal;
        cursor.onReady(() -> {
            Duration wait = lag.get();
            if (wait.isZero()) {
                signal();
            } else {
                loop.alarm(alarm, loop.time().now().plus(wait), this::signal);
            }
        });
    }

    private void signal() {
        Runnable follower = waiting;
        waiting = null;
        if (follower != null) {
            follower.run();
        }
    }

    void breakOff() {
        broken = true;
        cursor.close();
        signal();
    }

    boolean closed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        cursor.close();
    }
}
