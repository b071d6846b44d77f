package dev.tenure.node.streaming;

import dev.tenure.node.cri.RuntimeClient;
import dev.tenure.runtime.http.Listener;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.runtime.tls.MemoryKeys;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
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
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/// The agent's socket: TLS with HTTP/1.1. API servers and administrators are let in: clients with a
/// certificate of the cluster's authority, of the group that Tenure's servers have there, that kubeadm's
/// have, or of `system:masters`; and others, with a certificate or a token, whom the API server allows it.
public final class StreamServer implements AutoCloseable {
    private static final int THREADS_MAX = 16;
    private static final long IDLE_MILLIS = 4L * 60 * 60 * 1000;

    /// Where to listen, and who is trusted.
    ///
    /// @param port 0 for a free one
    /// @param own the certificate that is shown, with its chain
    /// @param clients who vouches for clients
    /// @param tokens whether clients may show a token instead
    public record Options(
            int port, PrivateKey key, List<X509Certificate> own, List<X509Certificate> clients, boolean tokens) {
        public Options {
            own = List.copyOf(own);
            clients = List.copyOf(clients);
        }

        @Override
        public String toString() {
            return "Options[port=" + port + "]";
        }
    }

    private final Listener listener;
    private final Root root;
    private final SslContextFactory.Server tls;

    /// What the agent tells of its node. Called on request threads.
    public interface Pages {
        /// Its shortages, as `/tenure/v1/node-pressure`.
        ///
        /// @return empty while the node does not answer
        Optional<JsonNode> pressure();

        /// What was last measured, as `/stats/summary`.
        ///
        /// @return empty while the node does not answer, or has measured nothing
        Optional<JsonNode> summary();

        /// All pods of the node, as `/pods`.
        ///
        /// @return empty while the node does not answer
        Optional<JsonNode> pods();

        /// What the agent was configured with, by its file and its flags, as `/configz`.
        JsonNode configuration();

        /// What the agent counts, in Prometheus' text form, as `/metrics`.
        String metrics();

        /// What the node, its pods and containers have used until now, in the same form, as
        /// `/metrics/resource`.
        String resources();

        /// The status of a pod as it is now.
        ///
        /// @return empty while the node does not answer, or when it has no such pod
        Optional<JsonNode> podStatus(String namespace, String name);
    }

    /// Prepares the socket; [#start] opens it.
    ///
    /// @param reviews who may come in besides those who are trusted anyway
    public StreamServer(RuntimeClient runtime, TimeSource time, Pages pages, ClientReviews reviews, Options options) {
        tls = tls(options);
        listener = new Listener(
                "streaming",
                THREADS_MAX,
                new Listener.Place(Optional.empty(), options.port(), IDLE_MILLIS),
                (server, configuration) -> connector(server, configuration, tls));
        var sockets = ServerWebSocketContainer.ensure(listener.server());
        root = new Root(new StreamRequests(runtime, time, sockets, pages), new Doorkeeper(reviews, options.tokens()));
    }

    private static ServerConnector connector(
            Server server, HttpConfiguration configuration, SslContextFactory.Server tls) {
        configuration.addCustomizer(new SecureRequestCustomizer(false));
        return new ServerConnector(
                server, new SslConnectionFactory(tls, "http/1.1"), new HttpConnectionFactory(configuration));
    }

    private static SslContextFactory.Server tls(Options options) {
        try {
            var tls = new SslContextFactory.Server();
            show(tls, options.key(), options.own());
            tls.setKeyManagerPassword(MemoryKeys.PASSWORD);
            tls.setTrustStore(MemoryKeys.trusting(options.clients()));
            tls.setWantClientAuth(true);
            tls.setSniRequired(false);
            tls.setEndpointIdentificationAlgorithm(null);
            return tls;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the agent's certificate cannot be used", e);
        }
    }

    private static void show(SslContextFactory.Server tls, PrivateKey key, List<X509Certificate> chain) {
        try {
            tls.setKeyStore(MemoryKeys.of(key, chain));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the agent's certificate cannot be used", e);
        }
    }

    /// Shows another certificate on connections that are made from now on; those that are there go on. One
    /// thread.
    ///
    /// @param chain the key's certificate, then those that vouch for it
    public void renew(PrivateKey key, List<X509Certificate> chain) {
        try {
            tls.reload(_ -> show(tls, key, chain));
        } catch (Exception e) {
            throw new IllegalStateException("the agent's new certificate cannot be used", e);
        }
    }

    /// Opens the socket.
    ///
    /// @throws IOException when that is not possible, for example because somebody else has the port
    public void start() throws IOException {
        listener.start(root);
    }

    /// The port it listens on.
    public int port() {
        return listener.port();
    }

    @Override
    public void close() {
        listener.close();
    }

    private static final class Root extends Handler.Abstract {
        private final StreamRequests requests;
        private final Doorkeeper doorkeeper;

        Root(StreamRequests requests, Doorkeeper doorkeeper) {
            this.requests = requests;
            this.doorkeeper = doorkeeper;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            try {
                boolean turned = switch (doorkeeper.verdict(request)) {
                    case Doorkeeper.Verdict.Enter _ -> requests.answer(request, response, callback);
                    case Doorkeeper.Verdict.Refuse(int code, String message) -> {
                        StreamRequests.answer(response, code, message);
                        yield false;
                    }
                };
                if (!turned) {
                    callback.succeeded();
                }
            } catch (IOException | RuntimeException e) {
                callback.failed(e);
            }
            return true;
        }
    }
}
