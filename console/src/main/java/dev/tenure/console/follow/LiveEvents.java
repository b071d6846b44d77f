package dev.tenure.console.follow;

import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.time.Duration;

/// Tells a browser, as Server-Sent Events, that nodes or pods have changed: one event for all that changed
/// within a tenth of a second; that the cluster does not answer, and that it answers again; a comment every
/// ten seconds so that a browser that has gone is noticed. Runs on a thread of its own until the browser has
/// gone, or its session has ended, of which it is notified.
public final class LiveEvents {
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final Duration BEAT_EVERY = Duration.ofSeconds(10);

    private final FollowedCluster copy;
    private final TimeSource time;

    public LiveEvents(FollowedCluster copy, TimeSource time) {
        this.copy = copy;
        this.time = time;
    }

    /// Where events go to.
    public interface Sink {
        /// @throws IOException when the browser has gone
        void write(String text) throws IOException;

        /// Whether the one who listens may still be notified.
        boolean wanted();
    }

    /// @throws IOException when the browser has gone
    public void run(Sink sink) throws IOException {
        long sent = copy.version();
        boolean cutOff = copy.isCutOff();
        sink.write("retry: 2000\nevent: hello\ndata: " + sent + "\n\n" + state(cutOff));
        Tick beat = time.now();
        while (!Thread.currentThread().isInterrupted()) {
            Pause.of(LOOK_EVERY, time);
            if (!sink.wanted()) {
                sink.write("event: ended\ndata: \n\n");
                return;
            }
            if (cutOff != copy.isCutOff()) {
                cutOff = !cutOff;
                sink.write(state(cutOff));
            }
            long now = copy.version();
            if (now != sent) {
                sent = now;
                beat = time.now();
                sink.write("event: changed\ndata: " + now + "\n\n");
            } else if (time.now().since(beat).compareTo(BEAT_EVERY) > 0) {
                beat = time.now();
                sink.write(": beat\n\n");
            }
        }
    }

    private static String state(boolean cutOff) {
        return "event: cluster\ndata: " + (cutOff ? "silent" : "answers") + "\n\n";
    }
}
