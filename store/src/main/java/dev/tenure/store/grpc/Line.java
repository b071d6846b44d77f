package dev.tenure.store.grpc;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.frames.GoAwayFrame;
import org.eclipse.jetty.http2.frames.PingFrame;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/// One connection of HTTP/2, from the attempt to its end. Safe for use by several threads.
///
/// A machine that is gone leaves a connection on which nothing comes any more, and nothing says so. So while
/// calls are under way something has to come from time to time, if need be the answer to a ping.
final class Line implements Session.Listener, Promise<Session> {
    private final Scheduler scheduler;
    private final SignOfLife signOfLife;
    private final CountDownLatch tried = new CountDownLatch(1);
    private final Semaphore slots = new Semaphore(Integer.MAX_VALUE);
    private volatile @Nullable Session session;
    private volatile @Nullable Throwable failure;
    private volatile boolean over;

    /// Whether something has come since somebody looked.
    private volatile boolean heard;

    /// @param after how long nothing may come before the server is asked
    /// @param within how long it then has to answer
    record SignOfLife(Duration after, Duration within) {}

    Line(Scheduler scheduler, SignOfLife signOfLife) {
        this.scheduler = scheduler;
        this.signOfLife = signOfLife;
    }

    /// Whether no further call can go over it.
    boolean isOver() {
        return over;
    }

    /// Waits until the server has said that it speaks HTTP/2, then until it allows one more stream
    /// (MAX_CONCURRENT_STREAMS); [#leave()] gives that back.
    ///
    /// @throws GrpcFailure when it cannot be reached, or not in time
    Session enter(Duration longest) {
        try {
            if (!tried.await(longest.toNanos(), TimeUnit.NANOSECONDS)) {
                throw unsent("it does not answer in time", new IOException("no connection"));
            }
            Session open = session;
            Throwable why = failure;
            if (open == null || why != null) {
                throw unsent("the connection cannot be made", why == null ? new IOException("closed") : why);
            }
            if (!slots.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS)) {
                throw unsent("too many calls are under way", new IOException("no place for a call"));
            }
            if (over) {
                leave();
                throw unsent("the connection has ended", failureOr(new IOException("closed")));
            }
            return open;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unsent("interrupted", e);
        }
    }

    private static GrpcFailure unsent(String text, Throwable cause) {
        return GrpcFailure.unsent(text, cause);
    }

    void leave() {
        slots.release();
    }

    void hear() {
        if (!heard) {
            heard = true;
        }
    }

    @Override
    public void succeeded(Session made) {
        session = made;
    }

    @Override
    public void failed(Throwable why) {
        end(why);
    }

    @Override
    public void onSettings(Session from, SettingsFrame frame) {
        hear();
        if (frame.isReply() || tried.getCount() == 0) {
            return;
        }
        session = from;
        Map<Integer, Integer> settings = frame.getSettings();
        int atATime = settings.getOrDefault(SettingsFrame.MAX_CONCURRENT_STREAMS, Integer.MAX_VALUE);
        if (atATime > 0) {
            slots.acquireUninterruptibly(Integer.MAX_VALUE - atATime);
        }
        tried.countDown();
        listen();
    }

    /// Looks, a while from now, whether something has come meanwhile.
    private void listen() {
        scheduler.schedule(this::ask, signOfLife.after().toMillis(), TimeUnit.MILLISECONDS);
    }

    private void ask() {
        Session open = session;
        if (over || open == null) {
            return;
        }
        if (heard || open.getStreams().isEmpty()) {
            heard = false;
            listen();
            return;
        }
        open.ping(new PingFrame(1, false), Callback.NOOP);
        scheduler.schedule(this::judge, signOfLife.within().toMillis(), TimeUnit.MILLISECONDS);
    }

    private void judge() {
        if (heard) {
            heard = false;
            listen();
        } else {
            drop("it gives no sign of life");
        }
    }

    @Override
    public void onPing(Session from, PingFrame frame) {
        hear();
    }

    /// The server takes no further calls; those under way go on.
    @Override
    public void onGoAway(Session from, GoAwayFrame frame) {
        over = true;
    }

    @Override
    public void onClose(Session from, GoAwayFrame frame, Callback callback) {
        end(new IOException("the connection was closed"));
        callback.succeeded();
    }

    @Override
    public boolean onIdleTimeout(Session from) {
        return false;
    }

    @Override
    public void onFailure(Session from, Throwable why, Callback callback) {
        end(why);
        callback.succeeded();
    }

    /// Ends it and the calls on it without a word, for nobody listens.
    private void drop(String why) {
        end(new IOException(why));
        if (session instanceof HTTP2Session open) {
            open.disconnect();
        }
    }

    private void end(Throwable why) {
        if (failure == null) {
            failure = why;
        }
        over = true;
        tried.countDown();
    }

    /// Why it has ended; `other` when nobody has said.
    Throwable failureOr(Throwable other) {
        Throwable why = failure;
        return why == null ? other : why;
    }
}
