package dev.tenure.store.etcd;

import dev.tenure.store.StoreUnavailableException;
import dev.tenure.store.etcd.EtcdOptions.Endpoint;
import dev.tenure.store.grpc.GrpcFailure;
import dev.tenure.store.grpc.GrpcStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The one watch that keeps a store up to date. It begins anew where it ended, at another member if need be,
/// until it is closed. Messages are handed on one after the other, by its own thread.
final class EtcdWatch implements AutoCloseable {
    private static final Duration PAUSE_MIN = Duration.ofMillis(50);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(2);
    private static final System.Logger LOG = System.getLogger(EtcdWatch.class.getPackageName());

    /// Takes what the watch brings.
    interface Receiver {
        /// From which revision on changes are wanted.
        long next();

        /// Changes in order, of whole revisions.
        void changed(List<EtcdEvent> events);

        /// Everything up to a revision has been reported.
        void progressed(long revision);

        /// What was wanted next has been forgotten: read everything anew. Runs on a thread that may wait.
        ///
        /// @throws StoreUnavailableException when that is not possible now
        void missed();
    }

    private final EtcdChannel channel;
    private final String prefix;
    private final Receiver receiver;
    private final Thread thread;
    private final ReentrantLock changing = new ReentrantLock();
    private final Condition changed = changing.newCondition();
    private @Nullable Attempt present;
    private boolean closed;
    private volatile Optional<String> trouble = Optional.empty();

    /// How many attempts have failed since something came; used by the thread of the watch, as are the next
    /// two.
    private int failures;

    private String failure = "";
    private boolean told;

    /// @param prefix of the keys that are watched
    EtcdWatch(EtcdChannel channel, String prefix, Receiver receiver) {
        this.channel = channel;
        this.prefix = prefix;
        this.receiver = receiver;
        this.thread = Thread.ofPlatform().daemon().name("etcd-watch").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// Why nothing comes just now.
    Optional<String> trouble() {
        return trouble;
    }

    /// Asks etcd to tell up to which revision everything has been reported.
    void requestProgress() {
        Attempt current = current();
        if (current != null) {
            current.send(EtcdCalls.progressRequest());
        }
    }

    /// Begins anew, for what was expected does not come.
    void restart() {
        Attempt current = current();
        if (current != null) {
            current.end("it is silent");
        }
    }

    private @Nullable Attempt current() {
        changing.lock();
        try {
            return present;
        } finally {
            changing.unlock();
        }
    }

    private void run() {
        Duration pause = PAUSE_MIN;
        while (true) {
            Attempt begun = begin();
            if (begun == null) {
                return;
            }
            begun.follow();
            pause = begun.brought ? PAUSE_MIN : pause;
            if (begun.forgotten && readAnew()) {
                continue;
            }
            if (!rest(pause)) {
                return;
            }
            Duration longer = pause.multipliedBy(2);
            pause = longer.compareTo(PAUSE_MAX) < 0 ? longer : PAUSE_MAX;
        }
    }

    /// Tells of an outage once, when no member is left to try.
    private void failed(int member, String reason) {
        failures++;
        if (failures == 1) {
            failure = "%s (%s)".formatted(channel.servers().endpoints().get(member), reason);
        }
        if (failures == channel.servers().endpoints().size() && !told) {
            told = true;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "etcd at {0} cannot be reached: {1}; reads and writes fail until it is back",
                    channel.servers(),
                    reason);
        }
    }

    /// Tells that an outage is over, or which member took over.
    private void works(int member) {
        Endpoint now = channel.servers().endpoints().get(member);
        if (told) {
            LOG.log(System.Logger.Level.WARNING, "etcd is back, at {0}", now);
        } else if (failures > 0 && channel.servers().endpoints().size() > 1) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "a member of etcd does not answer: {0}; the cluster works on, with {1}",
                    failure,
                    now);
        }
        failures = 0;
        told = false;
    }

    private boolean readAnew() {
        try {
            receiver.missed();
            return true;
        } catch (StoreUnavailableException e) {
            trouble = Optional.of(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            trouble = Optional.of("what etcd holds cannot be read anew: " + e.getMessage());
            LOG.log(System.Logger.Level.ERROR, "what etcd holds cannot be read anew; it is tried again", e);
        }
        return false;
    }

    private @Nullable Attempt begin() {
        var fresh = new Attempt();
        changing.lock();
        try {
            if (closed) {
                return null;
            }
            present = fresh;
        } finally {
            changing.unlock();
        }
        return fresh;
    }

    /// @return whether to go on
    private boolean rest(Duration pause) {
        changing.lock();
        try {
            long left = pause.toNanos();
            while (!closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            return !closed;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            changing.unlock();
        }
    }

    @Override
    public void close() {
        Attempt current;
        changing.lock();
        try {
            closed = true;
            current = present;
            changed.signalAll();
        } finally {
            changing.unlock();
        }
        if (current != null) {
            current.end("closed");
        }
        try {
            thread.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// One attempt. Its thread takes what comes; any thread may send, or end it.
    private final class Attempt {
        private final int member = channel.asked();
        private final AtomicReference<GrpcStream> open = new AtomicReference<>();
        private volatile boolean cancelled;
        private boolean brought;
        private boolean forgotten;

        /// Takes what comes until it ends.
        private void follow() {
            try {
                GrpcStream stream = channel.stream(member, "Watch/Watch");
                open.set(stream);
                stream.send(EtcdCalls.watchBelow(prefix, receiver.next()));
                while (!cancelled) {
                    take(EtcdMessage.parse(stream.receive()));
                }
            } catch (GrpcFailure e) {
                failed(e);
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.ERROR, "what etcd tells cannot be taken; the watch begins anew", e);
            } finally {
                end("it has ended");
            }
        }

        private void failed(GrpcFailure e) {
            if (!cancelled) {
                String reason = EtcdFailures.reason(e);
                trouble = Optional.of("etcd at %s cannot be reached: %s".formatted(channel.servers(), reason));
                EtcdWatch.this.failed(member, reason);
                channel.leave(member);
            }
        }

        private void send(byte[] message) {
            GrpcStream stream = open.get();
            if (stream != null) {
                stream.send(message);
            }
        }

        private void end(String why) {
            cancelled = true;
            GrpcStream stream = open.get();
            if (stream != null) {
                stream.cancel(why);
            }
        }

        private void take(EtcdMessage message) {
            if (message.flag(4)) {
                forgotten = message.number(5) > 0;
                trouble = Optional.of("etcd ended the watch: " + message.text(6));
                end("etcd ended it");
                return;
            }
            if (!brought) {
                works(member);
            }
            brought = true;
            trouble = Optional.empty();
            List<EtcdMessage> events = message.messages(11);
            if (!events.isEmpty()) {
                receiver.changed(events.stream().map(EtcdEvent::of).toList());
            } else if (!message.flag(3)) {
                receiver.progressed(message.message(1).number(3));
            }
        }
    }
}
