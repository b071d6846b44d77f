package dev.tenure.store.grpc;

import dev.tenure.runtime.loop.WaitLimits;
import dev.tenure.runtime.tls.MemoryKeys;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// The threads and buffers that connections to several servers share. Safe for use by several threads.
public final class GrpcClient implements AutoCloseable {
    private static final int THREADS_MAX = 8;
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);
    private static final Line.SignOfLife SIGN_OF_LIFE =
            new Line.SignOfLife(Duration.ofSeconds(30), Duration.ofSeconds(10));

    private static final int STREAM_WINDOW_BYTES = 8 << 20;

    /// More than a stream's, so that one that is not read does not hold up the others.
    private static final int SESSION_WINDOW_BYTES = 64 << 20;

    private final HTTP2Client http;
    private final boolean secure;
    private final Line.SignOfLife signOfLife;
    private final WaitLimits limits;

    /// @param name of the threads
    /// @param tls when servers are talked to by TLS
    public GrpcClient(String name, Optional<SSLContext> tls) {
        this(name, tls, SIGN_OF_LIFE);
    }

    /// @param signOfLife what is asked of each connection
    GrpcClient(String name, Optional<SSLContext> tls, Line.SignOfLife signOfLife) {
        this.signOfLife = signOfLife;
        secure = tls.isPresent();
        var threads = new QueuedThreadPool(THREADS_MAX, 1);
        threads.setName(name);
        threads.setDaemon(true);
        var connector = new ClientConnector();
        connector.setExecutor(threads);
        connector.setSelectors(1);
        connector.setConnectTimeout(CONNECT_WITHIN);
        connector.setIdleTimeout(Duration.ZERO);
        connector.setSslContextFactory(tls.map(GrpcClient::using).orElseGet(GrpcClient::none));
        http = new HTTP2Client(connector);
        http.setInitialStreamRecvWindow(STREAM_WINDOW_BYTES);
        http.setInitialSessionRecvWindow(SESSION_WINDOW_BYTES);
        http.setIdleTimeout(0);
        http.setStreamIdleTimeout(0);
        try {
            http.start();
        } catch (Exception e) {
            throw new IllegalStateException("the client of HTTP/2 does not start", e);
        }
        limits = new WaitLimits(name + "-limits");
    }

    private static SslContextFactory.Client using(SSLContext context) {
        var factory = new SslContextFactory.Client();
        factory.setSslContext(context);
        return factory;
    }

    /// Trusts nobody: without one, Jetty would read all authorities that the machine trusts.
    private static SslContextFactory.Client none() {
        var factory = new SslContextFactory.Client();
        try {
            factory.setTrustStore(MemoryKeys.trusting(List.of()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("an empty key store cannot be made", e);
        }
        return factory;
    }

    /// The way to one server; nothing is opened yet.
    public GrpcConnection to(String host, int port) {
        return new GrpcConnection(new GrpcConnection.Shared(http, limits, signOfLife), secure, host, port);
    }

    /// How long waits for what these servers do may take, their calls and others.
    public WaitLimits limits() {
        return limits;
    }

    /// Ends all connections and what is under way on them.
    @Override
    public void close() {
        try {
            http.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the client of HTTP/2 does not stop", e);
        } finally {
            limits.close();
        }
    }
}
