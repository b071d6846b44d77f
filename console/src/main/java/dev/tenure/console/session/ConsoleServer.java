package dev.tenure.console.session;

import dev.tenure.console.viewer.Viewer;
import dev.tenure.runtime.http.Listener;
import dev.tenure.runtime.time.TimeSource;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Optional;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/// The socket of `tenure console`: plain HTTP/1.1 on loopback. Whoever holds a session acts with the rights
/// of the one identity that the console was started with.
public final class ConsoleServer implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final int THREADS_MAX = 16;
    private static final long IDLE_MILLIS = 5L * 60 * 1000;
    private static final int HEADER_BYTES_MAX = 32 * 1024;

    private final Listener listener;
    private final Sessions sessions;
    private final ConsoleHandler handler;

    /// Prepares the socket; [#start] opens it.
    ///
    /// @param port 0 for a free one
    public ConsoleServer(Viewer viewer, TimeSource time, int port) {
        sessions = new Sessions(time, new SecureRandom());
        listener = new Listener(
                "console",
                THREADS_MAX,
                new Listener.Place(Optional.of(HOST), port, IDLE_MILLIS),
                ConsoleServer::connector);
        handler = new ConsoleHandler(viewer, sessions, Assets.read());
    }

    private static ServerConnector connector(Server server, HttpConfiguration configuration) {
        configuration.setRequestHeaderSize(HEADER_BYTES_MAX);
        configuration.setUriCompliance(UriCompliance.RFC3986);
        return new ServerConnector(server, new HttpConnectionFactory(configuration));
    }

    /// Opens the socket.
    ///
    /// @throws IOException when that is not possible, for example because somebody else has the port
    public void start() throws IOException {
        listener.start(handler);
    }

    /// A URL that lets one browser in, once, within the next quarter of an hour.
    public String address() {
        return "http://%s:%d/console/?code=%s".formatted(HOST, listener.port(), sessions.code());
    }

    /// How many requests have come so far.
    public long asked() {
        return handler.asked();
    }

    public int port() {
        return listener.port();
    }

    @Override
    public void close() {
        listener.close();
    }
}
