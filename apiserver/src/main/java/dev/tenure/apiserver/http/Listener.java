package dev.tenure.apiserver.http;

import java.io.IOException;
import java.util.concurrent.Executors;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// A socket of Jetty's whose requests are carried out by virtual threads: prepared, opened, asked for its port, closed.
final class Listener implements AutoCloseable {
    private final Server server;
    private final ServerConnector connector;

    /// What listens there.
    interface Connecting {
        ServerConnector connector(Server server, HttpConfiguration configuration);
    }

    /// Where it listens.
    ///
    /// @param port 0 for a free one
    /// @param idleMillis after which a connection without traffic is closed
    record Place(String host, int port, long idleMillis) {}

    /// @param threadsMax of the platform threads that look after the socket
    Listener(String name, int threadsMax, Place place, Connecting connecting) {
        var threads = new QueuedThreadPool(threadsMax);
        threads.setName(name);
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server = new Server(threads);
        var configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        connector = connecting.connector(server, configuration);
        connector.setHost(place.host());
        connector.setPort(place.port());
        connector.setIdleTimeout(place.idleMillis());
        server.addConnector(connector);
    }

    /// The server behind the socket, for what is to be set up before it opens.
    Server server() {
        return server;
    }

    /// Opens the socket.
    ///
    /// @param answering carries out the requests
    /// @throws IOException when that is not possible, for example because somebody else has the port
    void start(ExchangeHandler.Answering answering) throws IOException {
        server.setHandler(new ExchangeHandler(answering));
        try {
            server.start();
        } catch (Exception e) {
            throw new IOException(
                    "cannot listen on %s:%d: %s".formatted(connector.getHost(), connector.getPort(), e.getMessage()),
                    e);
        }
    }

    /// The port it listens on.
    int port() {
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
