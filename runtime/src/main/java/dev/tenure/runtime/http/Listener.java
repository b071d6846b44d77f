package dev.tenure.runtime.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// A socket of Jetty's whose requests are carried out by virtual threads: prepared, opened, asked for its
/// port, closed.
public final class Listener implements AutoCloseable {
    private final Place place;
    private final Server server;
    private final ServerConnector connector;
    private final List<Runnable> cares = new ArrayList<>();

    /// What listens there.
    @FunctionalInterface
    public interface Connecting {
        /// The protocols of the socket; it may change the configuration before it uses it.
        ServerConnector connector(Server server, HttpConfiguration configuration);
    }

    /// Where it listens.
    ///
    /// @param host a name or an address of this machine; absent: all of its addresses
    /// @param port 0 for a free one
    /// @param idleMillis after which a connection without traffic is closed
    public record Place(Optional<String> host, int port, long idleMillis) {
        @Override
        public String toString() {
            return host.map(name -> name + ":" + port).orElse("port " + port);
        }
    }

    /// How many connections may wait to be accepted (the backlog of `listen`). The JDK's default is 50: when
    /// more come at once, the kernel drops their first packet, and the client tries again a second later. The
    /// kernel's own limit (`net.core.somaxconn`) holds as well.
    private static final int WAITING_MAX = 4_096;

    /// Prepares the socket; [#start] opens it.
    ///
    /// @param threadsMax of the platform threads that look after the socket
    public Listener(String name, int threadsMax, Place place, Connecting connecting) {
        this.place = place;
        var threads = new QueuedThreadPool(threadsMax);
        threads.setName(name);
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server = new Server(threads);
        var configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        connector = connecting.connector(server, configuration);
        place.host().ifPresent(connector::setHost);
        connector.setPort(place.port());
        connector.setIdleTimeout(place.idleMillis());
        connector.setAcceptQueueSize(WAITING_MAX);
        server.addConnector(connector);
        server.setErrorHandler(Listener::explain);
    }

    /// Answers what is no request, and what nobody answered, in one line, as upstream does.
    private static boolean explain(Request request, Response response, Callback callback) {
        int code = response.getStatus();
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
        String line = code + " " + HttpStatus.getMessage(code);
        response.write(true, ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)), callback);
        return true;
    }

    /// The server behind the socket, for what is to be set up before it opens.
    public Server server() {
        return server;
    }

    /// Has something looked after about every second while the socket is open, by a thread of the system.
    public void everySecond(Runnable care) {
        cares.add(care);
    }

    private void schedule() {
        connector.getScheduler().schedule(this::look, 1, TimeUnit.SECONDS);
    }

    private void look() {
        try {
            cares.forEach(Runnable::run);
        } finally {
            if (server.isRunning()) {
                schedule();
            }
        }
    }

    /// Opens the socket.
    ///
    /// @param handler carries out the requests
    /// @throws IOException when that is not possible, for example because somebody else has the port
    public void start(Handler handler) throws IOException {
        server.setHandler(handler);
        try {
            server.start();
            if (!cares.isEmpty()) {
                schedule();
            }
        } catch (Exception e) {
            throw new IOException("cannot listen on %s: %s".formatted(place, e.getMessage()), e);
        }
    }

    /// The port it listens on.
    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("a socket does not close", e);
        }
    }
}
