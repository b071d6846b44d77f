package dev.tenure.apiserver.http;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.audit.AuditPolicy;
import dev.tenure.apiserver.audit.AuditTrail;
import dev.tenure.apiserver.authn.ClientCertificates;
import dev.tenure.apiserver.authn.ServiceAccountTokens;
import dev.tenure.apiserver.authn.TokenAuthenticator;
import dev.tenure.apiserver.http.connection.ChunkedConnection;
import dev.tenure.apiserver.http.connection.ConnectionMetrics;
import dev.tenure.apiserver.http.connection.FrameRates;
import dev.tenure.apiserver.http.connection.GatheredTls;
import dev.tenure.apiserver.http.connection.Timeouts;
import dev.tenure.apiserver.http.connection.Tls;
import dev.tenure.apiserver.http.exchange.WebSockets;
import dev.tenure.apiserver.http.page.ComponentFacts;
import dev.tenure.apiserver.http.page.ComponentPages;
import dev.tenure.apiserver.http.page.DiscoveryPages;
import dev.tenure.apiserver.http.page.HealthPages;
import dev.tenure.apiserver.http.page.MetricsPage;
import dev.tenure.apiserver.http.page.OpenApiPages;
import dev.tenure.apiserver.http.page.OpenIdPages;
import dev.tenure.apiserver.http.page.PageTable;
import dev.tenure.apiserver.http.page.Probes;
import dev.tenure.apiserver.http.page.ServerVersion;
import dev.tenure.apiserver.http.page.StatusPages;
import dev.tenure.apiserver.http.proxy.AgentCertificates;
import dev.tenure.apiserver.http.proxy.AgentPressure;
import dev.tenure.apiserver.http.proxy.AgentSockets;
import dev.tenure.apiserver.http.proxy.AggregatedRequests;
import dev.tenure.apiserver.http.proxy.NodeStreams;
import dev.tenure.apiserver.http.proxy.OwnReads;
import dev.tenure.apiserver.http.proxy.ProxyTargets;
import dev.tenure.apiserver.http.proxy.ResourceProxies;
import dev.tenure.apiserver.negotiate.EventFrames;
import dev.tenure.apiserver.negotiate.Forms;
import dev.tenure.apiserver.negotiate.Renderer;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.callout.HttpsForwards;
import dev.tenure.runtime.callout.Peer;
import dev.tenure.runtime.http.AttendedTime;
import dev.tenure.runtime.http.Connections;
import dev.tenure.runtime.http.Conversation;
import dev.tenure.runtime.http.Listener;
import dev.tenure.runtime.io.HardWork;
import dev.tenure.runtime.io.MadeOnce;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.runtime.tls.NativeCryptography;
import dev.tenure.wire.ObjectCodec;
import dev.tenure.wire.json.Json;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.MemoryUtils;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/// The API server's socket: TLS with HTTP/2 and HTTP/1.1, each request on a virtual thread of its own.
public final class HttpServer implements AutoCloseable {
    private static final int STREAMS_PER_CONNECTION_MAX = 1_000;
    /// Selectors may be long. Less than what [ConnectionLimit] reckons with for a connection.
    private static final int HEADER_BYTES_MAX = 192 * 1024;
    /// A target with a name of its own, as proxies send it, goes before the header `Host`; a header may go on
    /// in the next line.
    private static final HttpCompliance AS_LENIENT_AS_GO = HttpCompliance.RFC9110.with(
            "as lenient as Go",
            HttpCompliance.Violation.MISMATCHED_AUTHORITY,
            HttpCompliance.Violation.MULTILINE_FIELD_VALUE);

    private static final int STREAM_WINDOW_BYTES = 4 * 1024 * 1024;
    private static final int SESSION_WINDOW_BYTES = 16 * 1024 * 1024;
    private static final int THREADS_MAX = 64;
    private static final int ACCEPTORS = 1;

    /// What `/statusz` points to.
    static final List<String> STATUS_PATHS =
            List.of("/flagz", "/healthz", "/livez", "/metrics", "/readyz", "/statusz", "/version");

    private static final int SELECTORS = 2;
    private static final int HARD_WORKS_MAX = Math.max(2, Runtime.getRuntime().availableProcessors());

    /// Where to listen and who is let in.
    ///
    /// @param port 0 for a free one
    /// @param shown the server's own certificate
    /// @param clients who vouches for the certificates of clients
    /// @param agentClient what is shown to the agents of nodes
    /// @param agentAuthorities who has to vouch for agents; none for whatever they show
    /// @param tokens asked in this order
    /// @param accounts asked last
    /// @param metrics what the components of this process count
    /// @param components what they show under `/tenure/v1`
    /// @param flags with which this process runs, as [ComponentFacts] has them
    /// @param limits how many requests are answered at a time
    /// @param timeouts how long clients may take
    /// @param audit nothing when there is no audit policy
    public record Options(
            String host,
            int port,
            Peer.Shown shown,
            List<X509Certificate> clients,
            Identity agentClient,
            List<X509Certificate> agentAuthorities,
            List<TokenAuthenticator> tokens,
            ServiceAccountTokens accounts,
            PrometheusRegistry metrics,
            ComponentPages components,
            Supplier<Map<String, String>> flags,
            InFlightLimits limits,
            Timeouts timeouts,
            Optional<Audit> audit,
            Optional<CallerSite> console) {
        public Options {
            clients = List.copyOf(clients);
            agentAuthorities = List.copyOf(agentAuthorities);
            tokens = List.copyOf(tokens);
        }
    }

    /// Pages for people at `/console`, which this server answers with the rights of the one who asks.
    @FunctionalInterface
    public interface CallerSite {
        /// Answers one request. Called on request threads, several at once.
        ///
        /// @param caller who has an identity; strangers are turned away before
        /// @throws IOException when the client has gone
        void answer(Conversation talk, Caller caller) throws IOException;
    }

    /// What is written down of requests, and where.
    ///
    /// @param lines takes each event as JSON, from any thread, and throws nothing
    public record Audit(AuditPolicy policy, Consumer<byte[]> lines) {}

    private final SslContextFactory.Server tls;
    private final ClientCertificates certificates;
    private final List<X509Certificate> agentAuthorities;
    private final Published<MadeOnce<SSLSocketFactory>> toAgents;
    private final Listener listener;
    private final ExchangeHandler handler;
    private final Connections connections;
    private final HttpsForwards forwards;
    private final WatchStreams streams;
    private final HardWork hardWork = new HardWork("hard-work", HARD_WORKS_MAX);

    /// Initialises the schema and the classes behind the socket. That takes a good part of a start; a second
    /// thread can do it while the first reads the command line. Any thread.
    public static void preload() {
        NativeCryptography.provider();
        ObjectCodec.builtIn();
        Json.read("{}".getBytes(StandardCharsets.UTF_8));
        MimeTypes.DEFAULTS.getMimeMap();
        MemoryUtils.getCacheLineBytes();
    }

    /// Prepares the socket; [#start] opens it.
    ///
    /// @param time by which clients are given time and certificates end
    public HttpServer(ApiServer api, TimeSource time, Options options) {
        var forms = new Forms(api.kinds(), api.time());
        Timeouts timeouts = options.timeouts();
        tls = Tls.context(options.shown(), options.clients(), NativeCryptography.provider());
        certificates = new ClientCertificates(options.clients(), time);
        agentAuthorities = options.agentAuthorities();
        toAgents = new Published<>(toAgents(options.agentClient(), agentAuthorities));
        var attended = new AttendedTime(time);
        connections = new Connections(attended, limits(timeouts));
        ConnectionMetrics.register(connections, options.metrics());
        listener = new Listener(
                "http",
                THREADS_MAX,
                new Listener.Place(
                        Optional.of(options.host()),
                        options.port(),
                        timeouts.idle().toMillis()),
                (server, configuration) -> connector(server, configuration, tls, connections));
        var sockets = new WebSockets(ServerWebSocketContainer.ensure(listener.server()));
        streams = new WatchStreams(time, new EventFrames(forms), new SecureRandom(), sockets, timeouts.watch());
        var renderer = new Renderer(forms);
        var health = HealthPages.ofServer(api::reachesStore, api::canWrite, time.wall());
        var discovery = new DiscoveryPages(api.kinds(), api.aggregator().views(), health.paths());
        var openApi = new OpenApiPages(api.kinds(), api.aggregator().views());
        var metrics = new MetricsPage(MetricsPage.COMPONENTS, options.metrics());
        var indicators = new MetricsPage(MetricsPage.HEALTH, health.indicators());
        var about = new StatusPages(
                new ComponentFacts("apiserver", options.flags()), STATUS_PATHS, time, new SecureRandom());
        var pages = new PageTable(
                List.of(
                        discovery::answer,
                        openApi::answer,
                        new OpenIdPages(options.accounts())::answer,
                        metrics::answer,
                        indicators::answer,
                        about::answer,
                        options.components()::answer),
                health,
                ServerVersion.facts());
        var agents = new AgentSockets(() -> toAgents.get().get(), !agentAuthorities.isEmpty());
        var reads = new OwnReads(api);
        options.components().showElse(AgentPressure.NAME, new AgentPressure(reads, agents));
        forwards = new HttpsForwards(time);
        var proxies = new ResourceProxies(api, agents, new ProxyTargets(reads, new SecureRandom()), forwards);
        var running = new RequestHandler.Streams(
                streams,
                new NodeStreams(api, reads, agents, sockets),
                proxies,
                new AggregatedRequests(api.aggregator(), api.kinds(), timeouts.body()));
        var tokens = new ArrayList<>(options.tokens());
        tokens.add(options.accounts());
        var callers = new Callers(certificates, tokens, api.authorizer());
        var gate = new FlowGate(api.flows(), options.limits(), time, options.metrics());
        var counts = new RequestMetrics(api.kinds(), time, options.metrics());
        var trail = options.audit().map(audit -> new AuditTrail(audit.policy(), time, audit.lines()));
        var observers = new RequestHandler.Observers(counts, new RequestRecords(trail, time));
        var services = new RequestHandler.Services(callers, gate, observers, connections, hardWork);
        var requests = new RequestHandler(
                api, renderer, services, running, new RequestHandler.Paths(pages, options.console()));
        handler = new ExchangeHandler(
                requests::handle,
                new ExchangeHandler.Pace(time, attended, timeouts),
                new Probes(api.authorizer(), health)::answer,
                api.faults());
        listener.everySecond(attended::look);
        listener.everySecond(connections::sweep);
        listener.everySecond(handler::look);
    }

    private static Connections.Limits limits(Timeouts timeouts) {
        return new Connections.Limits(
                timeouts.connections(), timeouts.silence(), timeouts.handshake(), timeouts.head());
    }

    private static ServerConnector connector(
            Server server, HttpConfiguration configuration, SslContextFactory.Server tls, Connections connections) {
        configuration.setRequestHeaderSize(HEADER_BYTES_MAX);
        configuration.setHttpCompliance(AS_LENIENT_AS_GO);
        configuration.setUriCompliance(UriCompliance.UNSAFE);
        configuration.setIdleTimeout(-1);
        configuration.addCustomizer(new SecureRequestCustomizer(false));
        var h2 = new HTTP2ServerConnectionFactory(configuration);
        h2.setMaxConcurrentStreams(STREAMS_PER_CONNECTION_MAX);
        h2.setInitialStreamRecvWindow(STREAM_WINDOW_BYTES);
        h2.setInitialSessionRecvWindow(SESSION_WINDOW_BYTES);
        h2.setStreamIdleTimeout(-1);
        h2.setRateControlFactory(FrameRates.of(STREAMS_PER_CONNECTION_MAX));
        HttpConnectionFactory h1 = ChunkedConnection.factory(configuration);
        var alpn = new ALPNServerConnectionFactory("h2", "http/1.1");
        alpn.setDefaultProtocol(h1.getProtocol());
        SslConnectionFactory ssl = GatheredTls.factory(tls, alpn.getProtocol());
        var connector = new ServerConnector(server, ACCEPTORS, SELECTORS, ssl, alpn, h2, h1) {
            @Override
            protected void configure(Socket socket) {
                super.configure(socket);
                try {
                    socket.setKeepAlive(true);
                } catch (SocketException _) {
                    // it has ended already
                }
            }
        };
        connections.lookAfter(connector);
        return connector;
    }

    /// Opens the socket.
    ///
    /// @throws IllegalStateException when that is not possible; the cause says why
    public void start() {
        try {
            listener.start(handler);
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e.getCause());
        }
    }

    private static MadeOnce<SSLSocketFactory> toAgents(Identity shown, List<X509Certificate> authorities) {
        return new MadeOnce<>(() -> AgentCertificates.sockets(shown, authorities));
    }

    /// Shows other certificates on connections that are made from now on. One thread.
    ///
    /// @param clients who vouches for the certificates of clients
    /// @param agentClient what is shown to the agents of nodes
    public void renew(Peer.Shown shown, List<X509Certificate> clients, Identity agentClient) {
        Tls.renew(tls, shown, clients);
        certificates.trustOnly(clients);
        toAgents.publish(toAgents(agentClient, agentAuthorities));
    }

    /// How many requests have come so far, probes apart.
    public long asked() {
        return handler.asked();
    }

    /// How many connections were opened so far.
    public long connected() {
        return connections.opened();
    }

    /// The port it listens on.
    public int port() {
        return listener.port();
    }

    @Override
    public void close() {
        listener.close();
        hardWork.close();
        streams.close();
        forwards.close();
    }
}
