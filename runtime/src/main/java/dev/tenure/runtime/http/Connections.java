package dev.tenure.runtime.http;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.NegotiatingServerConnection;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.ServerConnector;

/// The TLS connections of one socket. Those that dawdle over the handshake or over the head of a request are
/// ended. When there are too many, a new one is let in all the same and others are closed: first those
/// without a request under way, of the user (or of all strangers) who has the most, the oldest first. So
/// nobody can use up all connections, nor all descriptors of the process, and whoever is marked as kept
/// stays. Safe for use by several threads.
public final class Connections implements Connection.Listener {
    /// This part of all connections may be accepted beyond the limit, or be closed at a time.
    private static final int PART = 16;

    private final TimeSource time;
    private final Limits limits;
    private final Map<SslConnection, Known> known = new ConcurrentHashMap<>();

    /// @param count of connections at a time
    /// @param handshake within which TLS is to be agreed on
    /// @param head within which the head of a request of HTTP/1.1 is to be here once it has begun
    public record Limits(int count, Duration handshake, Duration head) {}

    /// What is known of one connection. The last three belong to the thread that sweeps.
    private static final class Known {
        private final SslConnection line;
        private final Tick opened;
        private volatile String user = "";
        private volatile boolean kept;
        private long requests = -1;
        private long bytesWhenIdle;
        private Optional<Tick> headBegan = Optional.empty();

        Known(SslConnection line, Tick opened) {
            this.line = line;
            this.opened = opened;
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

    public Connections(TimeSource time, Limits limits) {
        this.time = time;
        this.limits = limits;
    }

    /// Looks after the connections of a connector. It accepts somewhat more of them than may stay, and then
    /// waits until some of those have been looked at: connections that come faster than that would take all
    /// descriptors of the process, and nothing could be accepted for seconds.
    public void lookAfter(ServerConnector connector) {
        connector.addBean(this);
        int acceptedMax = limits.count() + limits.count() / PART + 1;
        connector.getServer().addBean(new NetworkConnectionLimit(acceptedMax, connector));
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection instanceof SslConnection line) {
            known.put(line, new Known(line, time.now()));
            while (known.size() > limits.count() && makeRoom(line)) {
                // one that was chosen by two at once makes room for one of them only
            }
        }
    }

    @Override
    public void onClosed(Connection connection) {
        if (connection instanceof SslConnection line) {
            known.remove(line);
        }
    }

    /// Notes who uses a connection, as the request shows it.
    ///
    /// @param kept whether it is never ended to make room
    public void belongs(Request request, String user, boolean kept) {
        EndPoint end = request.getConnectionMetaData().getConnection().getEndPoint();
        if (end instanceof SslConnection.SslEndPoint secret) {
            Known one = known.get(secret.getSslConnection());
            if (one != null && !one.user.equals(user)) {
                one.user = user;
                one.kept = kept;
            }
        }
    }

    /// How many there are.
    public int count() {
        return known.size();
    }

    /// Closes connections for a new one. They no longer count from now on, so that no other thread chooses them too.
    ///
    /// @return whether there were any
    private boolean makeRoom(SslConnection newcomer) {
        List<Known> chosen = dispensable(newcomer);
        chosen.stream().filter(one -> known.remove(one.line) != null).forEach(Known::end);
        return !chosen.isEmpty();
    }

    /// The connections to be closed, several at a time where many are allowed: choosing looks at all of them, and
    /// thousands of new ones may come at once.
    private List<Known> dispensable(SslConnection newcomer) {
        List<Known> candidates = known.values().stream()
                .filter(one -> !one.line.equals(newcomer) && !one.kept)
                .toList();
        var counts = new HashMap<String, Integer>();
        candidates.forEach(one -> counts.merge(one.user, 1, Integer::sum));
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(most -> candidates.stream()
                        .filter(one -> one.user.equals(most.getKey()))
                        .sorted(Comparator.comparing((Known one) -> !one.idle()).thenComparing(one -> one.opened))
                        .limit(Math.max(1, Math.min(limits.count() / PART, most.getValue() / 2)))
                        .toList())
                .orElse(List.of());
    }

    /// Ends those that dawdle; to be called about every second, by one thread at a time.
    public void sweep() {
        Tick now = time.now();
        for (Known one : known.values()) {
            Connection spoken = one.line.getSslEndPoint().getConnection();
            boolean agreed = spoken != null && !(spoken instanceof NegotiatingServerConnection);
            boolean late = agreed
                    ? spoken instanceof ConnectionMetaData http
                            && http.getHttpVersion() != HttpVersion.HTTP_2
                            && dawdles(one, spoken, now)
                    : now.since(one.opened).compareTo(limits.handshake()) > 0;
            if (late) {
                one.end();
            }
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
