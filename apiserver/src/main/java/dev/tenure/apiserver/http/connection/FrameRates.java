package dev.tenure.apiserver.http.connection;

import java.time.Duration;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RateControl;
import org.eclipse.jetty.io.WindowRateControl;

/// How many frames of HTTP/2 that bring nothing a client may send a second on one connection before it is cut
/// off: pings, settings, resets, empty data. Somebody who ends all watches at once resets as many streams as
/// a connection may have, and Go sends a ping with each.
///
/// A frame that opens the window of an answer is counted by Jetty, too, when that answer has ended meanwhile.
/// Go's client sends such frames in normal use: one for every answer of 4 KB and more. They cost no more than
/// those for answers that go on, which nobody counts, so they are not counted here. Safe for use by several
/// threads.
public final class FrameRates implements RateControl {
    private static final Duration SPAN = Duration.ofSeconds(1);

    private final RateControl others;

    private FrameRates(int framesMax) {
        others = new WindowRateControl(framesMax, SPAN);
    }

    /// @param streams as many as a connection may have
    public static RateControl.Factory of(int streams) {
        return new RateControl.Factory() {
            @Override
            public RateControl newRateControl(EndPoint connection) {
                return new FrameRates(2 * streams);
            }
        };
    }

    @Override
    public boolean onEvent(Object frame) {
        boolean opens = frame instanceof WindowUpdateFrame update && update.getWindowDelta() > 0;
        return opens || others.onEvent(frame);
    }
}
