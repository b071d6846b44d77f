package dev.tenure.runtime.http;

import dev.tenure.runtime.time.Tick;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.NegotiatingServerConnection;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.ServerConnector;

/// The TLS connections of one socket. Those that dawdle over the handshake or over the head of a request are
/// ended. When there are too many, a new one is let in all the same and others are closed: first those
/// without a request under way, of the user (or of all strangers) who has the most, the oldest first. So
/// nobody can use up all connections, nor all descriptors of the process. Whoever is marked as kept makes
/// room only for others who are, in the same order, and only when all but a few places are theirs: were
/// these taken too, nobody could come in any more, not even they. Safe for use by several threads.
public final class Connections implements Connection.Listener {
    /// This part of all connections may be accepted beyond the limit, and as many places are never held by
    /// those that are kept, so that there is always room for somebody who has not yet said who he is.
    private static final int PART = 16;

    /// What native code has to say for one connection is no more than this: 17 KB.
    private static final int UNSAID_MAX = 18 << 10;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private static final Comparator<Known> ELDEST_FIRST = Comparator.comparingLong(one -> one.number);

    private final AttendedTime time;
    private final Limits limits;
    private final Endings endings;
    /// Changed under the lock of `closable` only.
    private final Map<SslConnection, Known> known = new ConcurrentHashMap<>();

    /// Those that may be closed to make room, by their user, and empty for all strangers: choosing one looks
    /// at its user's eldest only, for thousands may come at once. Guarded by itself.
    private final Map<String, SortedSet<Known>> closable = new HashMap<>();

    /// Those that are closed for others of them only. Guarded by `closable`.
    private final Map<String, SortedSet<Known>> kept = new HashMap<>();

    /// How many `kept` holds. Guarded by `closable`.
    private int keptCount;

    /// How many were opened so far. Guarded by `closable`.
    private long opened;

    private Optional<Admittance> admittance = Optional.empty();

    /// @param count of connections at a time
    /// @param silence for how long a client may say nothing while TLS is agreed on
    /// @param handshake within which TLS is to be agreed on
    /// @param head within which the head of a request of HTTP/1.1 is to be here once it has begun
    public record Limits(int count, Duration silence, Duration handshake, Duration head) {}

    /// What is known of one connection. The last five belong to the thread that sweeps.
    private static final class Known {
        private final SslConnection line;
        private final Tick opened;
        private final long number;
        private volatile String user = "";
        /// Guarded by `closable`.
        private boolean kept;
        private Tick heard;
        private long bytesHeard;
        private long requests = -1;
        private long bytesWhenIdle;
        private Optional<Tick> headBegan = Optional.empty();

        Known(SslConnection line, Tick opened, long number) {
            this.line = line;
            this.opened = opened;
            this.heard = opened;
            this.number = number;
        }

        void end() {
            line.getEndPoint().close();
        }

        /// Whether no request is under way on it.
        boolean idle() {
            Connection spoken = line.getSslEndPoint().getConnection();
            return spoken == null || spoken.getMessagesIn() == spoken.getMessagesOut();
        }
    }

    /// @param time looked at whenever [#sweep] is called
    public Connections(AttendedTime time, Limits limits) {
        this.time = time;
        this.limits = limits;
        this.endings = new Endings(limits);
    }

    /// Looks after the connections of a connector. It accepts somewhat more of them than may stay, and then
    /// waits until some of those have been looked at: connections that come faster than that would take all
    /// descriptors of the process, and nothing could be accepted for seconds.
    public void lookAfter(ServerConnector connector) {
        connector.addBean(this);
        var inside = new Admittance(limits.count() + limits.count() / PART + 1, connector);
        connector.addBean(inside);
        admittance = Optional.of(inside);
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof SslConnection line) {
            Known newcomer = add(line);
            for (Optional<Known> other = superfluous(newcomer); other.isPresent(); other = superfluous(newcomer)) {
                endForRoom(other.get());
            }
        }
    }

    private void endForRoom(Known one) {
        endings.count(ConnectionEnding.FOR_ROOM);
        one.end();
    }

    private Known add(SslConnection line) {
        synchronized (closable) {
            var one = new Known(line, time.now(), opened++);
            known.put(line, one);
            enlist(one);
            return one;
        }
    }

    @Override
    public void onClosed(Connection connection) {
        if (connection instanceof SslConnection line) {
            synchronized (closable) {
                Known one = known.remove(line);
                if (one != null) {
                    withdraw(one);
                }
            }
            release(line.getSSLEngine());
        }
    }

    /// Has native code give back what it holds for a connection, memory and descriptors. It keeps them until
    /// a collection of everything when TLS was not ended in order, or when what it still has to say, a
    /// goodbye at least, was never taken from it.
    private static void release(SSLEngine engine) {
        try {
            engine.closeOutbound();
            if (!engine.isOutboundDone()) {
                engine.wrap(NOTHING.duplicate(), ByteBuffer.allocate(UNSAID_MAX));
            }
            engine.closeInbound();
        } catch (SSLException _) {
            // the other end has gone without a word
        }
    }

    /// Notes who uses a connection, as the request shows it.
    ///
    /// @param kept whether it is ended to make room for others that are kept only
    public void belongs(Request request, String user, boolean kept) {
        EndPoint end = request.getConnectionMetaData().getConnection().getEndPoint();
        if (end instanceof SslConnection.SslEndPoint secret) {
            Known one = known.get(secret.getSslConnection());
            if (one != null && !one.user.equals(user)) {
                belongs(one, user, kept);
            }
        }
    }

    private void belongs(Known one, String user, boolean keptFromNow) {
        Optional<Known> other = Optional.empty();
        synchronized (closable) {
            withdraw(one);
            one.user = user;
            one.kept = keptFromNow;
            if (known.containsKey(one.line)) {
                enlist(one);
                other = keptCount > keptMax() ? chosen(kept, one) : other;
            }
        }
        other.ifPresent(this::endForRoom);
    }

    private int keptMax() {
        return Math.max(1, limits.count() - limits.count() / PART - 1);
    }

    private Map<String, SortedSet<Known>> alike(Known one) {
        return one.kept ? kept : closable;
    }

    private void enlist(Known one) {
        if (alike(one)
                        .computeIfAbsent(one.user, _ -> new TreeSet<>(ELDEST_FIRST))
                        .add(one)
                && one.kept) {
            keptCount++;
        }
    }

    /// It is not closed to make room from now on.
    private void withdraw(Known one) {
        SortedSet<Known> same = alike(one).get(one.user);
        if (same != null && same.remove(one)) {
            keptCount -= one.kept ? 1 : 0;
            if (same.isEmpty()) {
                alike(one).remove(one.user);
            }
        }
    }

    /// How many were opened so far.
    public long opened() {
        synchronized (closable) {
            return opened;
        }
    }

    /// How many there are.
    public int count() {
        return known.size();
    }

    /// How many were accepted and have not gone: those that there are, and those on their way in or out.
    public int inside() {
        return admittance.map(Admittance::count).orElse(0);
    }

    /// How many were ended for this reason so far.
    public long ended(ConnectionEnding why) {
        return endings.of(why);
    }

    /// The connection to be closed for a new one, if there are too many and any may be. It no longer counts
    /// from now on, so that no other thread chooses it too.
    private Optional<Known> superfluous(Known newcomer) {
        if (known.size() <= limits.count()) {
            return Optional.empty();
        }
        synchronized (closable) {
            return chosen(closable, newcomer);
        }
    }

    private Optional<Known> chosen(Map<String, SortedSet<Known>> among, Known newcomer) {
        Optional<Known> chosen = among.values().stream()
                .max(Comparator.comparingInt(same -> same.size() - (same.contains(newcomer) ? 1 : 0)))
                .flatMap(same -> dispensable(same, newcomer));
        chosen.ifPresent(one -> {
            known.remove(one.line);
            withdraw(one);
        });
        return chosen;
    }

    /// Of one user's connections the eldest without a request, or the eldest when all have one.
    private static Optional<Known> dispensable(SortedSet<Known> same, Known newcomer) {
        return same.stream()
                .filter(one -> one != newcomer && one.idle())
                .findFirst()
                .or(() -> same.stream().filter(one -> one != newcomer).findFirst());
    }

    /// Ends those that dawdle; to be called about every second, by one thread at a time.
    public void sweep() {
        Tick now = time.now();
        for (Known one : known.values()) {
            late(one, now).filter(_ -> forget(one)).ifPresent(why -> {
                endings.count(why);
                one.end();
            });
        }
        endings.tell(now);
    }

    /// It counts no longer, though Jetty tells of its end only later, so that it is ended once.
    ///
    /// @return whether it counted until now
    private boolean forget(Known one) {
        synchronized (closable) {
            if (known.remove(one.line) == null) {
                return false;
            }
            withdraw(one);
            return true;
        }
    }

    private Optional<ConnectionEnding> late(Known one, Tick now) {
        Connection spoken = one.line.getSslEndPoint().getConnection();
        if (spoken == null || spoken instanceof NegotiatingServerConnection) {
            return lateToAgree(one, now);
        }
        boolean late = spoken instanceof ConnectionMetaData http
                && http.getHttpVersion() != HttpVersion.HTTP_2
                && dawdles(one, spoken, now);
        return late ? Optional.of(ConnectionEnding.HEAD) : Optional.empty();
    }

    /// A client that has said something which nobody has read yet is not silent: it is this server that has
    /// too much to do.
    private Optional<ConnectionEnding> lateToAgree(Known one, Tick now) {
        long bytes = one.line.getBytesIn();
        if (bytes != one.bytesHeard) {
            one.bytesHeard = bytes;
            one.heard = now;
        }
        if (now.since(one.opened).compareTo(limits.handshake()) > 0) {
            return Optional.of(ConnectionEnding.HANDSHAKE);
        }
        boolean silent = now.since(one.heard).compareTo(limits.silence()) > 0;
        return silent && !isUnread(one.line.getEndPoint()) ? Optional.of(ConnectionEnding.SILENCE) : Optional.empty();
    }

    /// Whether something has arrived that was not read.
    private static boolean isUnread(EndPoint end) {
        try {
            return end.getTransport() instanceof SocketChannel channel
                    && channel.socket().getInputStream().available() > 0;
        } catch (IOException _) {
            return false;
        }
    }

    /// Whether the head of a request began to arrive long ago and is not here yet.
    private boolean dawdles(Known one, Connection http, Tick now) {
        long requests = http.getMessagesIn();
        long bytes = http.getBytesIn();
        if (requests != one.requests || requests != http.getMessagesOut()) {
            one.bytesWhenIdle = one.requests < 0 && requests == 0 ? 0 : bytes;
            one.requests = requests;
            one.headBegan = Optional.empty();
        }
        if (bytes > one.bytesWhenIdle && one.headBegan.isEmpty()) {
            one.headBegan = Optional.of(now);
        }
        return one.headBegan
                .filter(began -> now.since(began).compareTo(limits.head()) > 0)
                .isPresent();
    }
}
