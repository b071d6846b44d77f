package dev.tenure.agent.streaming;

import dev.tenure.agent.runtime.cri.RuntimeClient;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.runtime.tls.MemoryKeys;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.Executors;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/// The agent's socket: TLS with HTTP/1.1. Only clients of the group `system:masters` with a certificate of
/// the cluster's authority are let in, above all the API server.
public final class StreamServer implements AutoCloseable {
    private static final int THREADS_MAX = 16;
    private static final long IDLE_MILLIS = 4L * 60 * 60 * 1000;
    private static final int FORBIDDEN = 403;
    private static final long MESSAGE_BYTES_MAX = 4L << 20;
    private static final String MASTERS = "O=system:masters";

    /// Where to listen, and who is trusted.
    ///
    /// @param port 0 for a free one
    /// @param own the certificate that is shown, with its chain
    /// @param clients who vouches for clients
    public record Options(int port, PrivateKey key, List<X509Certificate> own, List<X509Certificate> clients) {
        public Options {
            own = List.copyOf(own);
            clients = List.copyOf(clients);
        }

        @Override
        public String toString() {
            return "Options[port=" + port + "]";
        }
    }

    private final Server server;
    private final ServerConnector connector;

    /// Prepares the socket; [#start] opens it.
    public StreamServer(RuntimeClient runtime, TimeSource time, Options options) {
        var threads = new QueuedThreadPool(THREADS_MAX);
        threads.setName("streaming");
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server = new Server(threads);
        var configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.addCustomizer(new SecureRequestCustomizer(false));
        connector = new ServerConnector(
                server, new SslConnectionFactory(tls(options), "http/1.1"), new HttpConnectionFactory(configuration));
        connector.setPort(options.port());
        connector.setIdleTimeout(IDLE_MILLIS);
        server.addConnector(connector);
        var sockets = ServerWebSocketContainer.ensure(server);
        sockets.setMaxBinaryMessageSize(MESSAGE_BYTES_MAX);
        server.setHandler(new Root(new StreamRequests(runtime, time, sockets)));
    }

    private static SslContextFactory.Server tls(Options options) {
        try {
            var tls = new SslContextFactory.Server();
            tls.setKeyStore(MemoryKeys.of(options.key(), options.own()));
            tls.setKeyManagerPassword(MemoryKeys.PASSWORD);
            tls.setTrustStore(MemoryKeys.trusting(options.clients()));
            tls.setNeedClientAuth(true);
            tls.setSniRequired(false);
            tls.setEndpointIdentificationAlgorithm(null);
            return tls;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the agent's certificate cannot be used", e);
        }
    }

    /// Opens the socket.
    ///
    /// @throws IOException when that is not possible
    public void start() throws IOException {
        try {
            server.start();
        } catch (Exception e) {
            throw new IOException("cannot listen on port %d: %s".formatted(connector.getPort(), e.getMessage()), e);
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
            throw new IllegalStateException("the agent's server does not stop", e);
        }
    }

    private static final class Root extends Handler.Abstract {
        private final StreamRequests requests;

        Root(StreamRequests requests) {
            this.requests = requests;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            try {
                boolean turned = false;
                if (trusted(request)) {
                    turned = requests.answer(request, response, callback);
                } else {
                    response.setStatus(FORBIDDEN);
                }
                if (!turned) {
                    callback.succeeded();
                }
            } catch (IOException | RuntimeException e) {
                callback.failed(e);
            }
            return true;
        }

        private static boolean trusted(Request request) {
            if (!(request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE) instanceof EndPoint.SslSessionData session)) {
                return false;
            }
            X509Certificate[] chain = session.peerCertificates();
            return chain != null
                    && chain.length > 0
                    && List.of(chain[0].getSubjectX500Principal().getName().split("[,+]"))
                            .contains(MASTERS);
        }
    }
}
