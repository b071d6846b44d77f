package dev.tenure.kinds;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.authn.ServiceAccountTokens;
import dev.tenure.apiserver.authn.StaticTokens;
import dev.tenure.apiserver.authz.AuthorizationMode;
import dev.tenure.apiserver.http.HttpServer;
import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.apiserver.http.connection.Timeouts;
import dev.tenure.apiserver.http.page.ComponentPages;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.kinds.admission.AdmissionOptions;
import dev.tenure.kinds.admission.PluginCatalogue;
import dev.tenure.kinds.admission.serviceaddresses.AddressRange;
import dev.tenure.kinds.aggregation.AggregationAccess;
import dev.tenure.kinds.aggregation.FrontProxy;
import dev.tenure.kinds.webhookclient.WebhookAccess;
import dev.tenure.kinds.webhookclient.WebhookServices;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.feature.FeatureGate;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.runtime.callout.HttpsCalls;
import dev.tenure.runtime.callout.HttpsForwards;
import dev.tenure.runtime.callout.Peer;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.store.memory.StateOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// An API server with the standard admission over a store in memory, on real threads and real time.
public final class RunningServer implements AutoCloseable {
    public static final Caller ADMIN = new Caller("admin", "", List.of(Caller.SYSTEM_MASTERS), Map.of(), "test");

    /// How long a token lasts at most.
    public static final Duration TOKEN_MOST = Duration.ofDays(1);

    private final SystemTime time = new SystemTime();
    private final MemoryStore store;
    private final LoggedFaults faults = new LoggedFaults();
    private final ThreadedLoop loop = new ThreadedLoop("apiserver", time, 4, faults);
    private final ThreadedLoop backends = new ThreadedLoop("backends", time, 16, faults);
    private final FrontProxy proxy = FrontProxy.unknown();
    private final Identity authority = new Issuer(time.wall()).authority("test");
    private final ServiceAccountTokens accounts;
    private final Published<StaticTokens> known = new Published<>(new StaticTokens(Map.of()));
    private final PrometheusRegistry metrics = new PrometheusRegistry();
    private final ApiServer api;
    private Optional<HttpServer> http = Optional.empty();
    private Optional<HttpServer.Audit> audit = Optional.empty();
    private List<X509Certificate> agentAuthorities = List.of();

    /// From now on agents are believed when the server's own authority vouches for them.
    public RunningServer knowingAgents() {
        agentAuthorities = List.of(authority.certificate());
        return this;
    }

    public RunningServer() {
        this(false);
    }

    /// @param comparisonOperators whether tolerations may use Lt and Gt
    public RunningServer(boolean comparisonOperators) {
        this(comparisonOperators, AdmissionOptions.standard(), List.of(AuthorizationMode.RBAC), List.of());
    }

    /// A server that keeps agents to their nodes, as `up` does.
    public static RunningServer guardingNodes() {
        return new RunningServer(
                false,
                AdmissionOptions.standard().enabling(Set.of("NodeRestriction")),
                List.of(AuthorizationMode.NODE, AuthorizationMode.RBAC),
                List.of());
    }

    /// A server over a store that has objects already, as of the first revision.
    public static RunningServer over(List<StoredObject> objects) {
        return new RunningServer(false, AdmissionOptions.standard(), List.of(AuthorizationMode.RBAC), objects);
    }

    private RunningServer(
            boolean comparisonOperators,
            AdmissionOptions admission,
            List<AuthorizationMode> authorization,
            List<StoredObject> objects) {
        store = new MemoryStore(StateOptions.indexing(Map.of()), objects, 1);
        accounts = new ServiceAccountTokens(
                store,
                time,
                authority,
                new ServiceAccountTokens.Terms("https://kubernetes.default.svc", Optional.of(TOKEN_MOST)));
        var random = new SecureRandom();
        api = StandardServer.start(new ApiServerOptions(
                store,
                loop,
                random,
                PluginCatalogue.plugins(admission, random),
                List.of((token, remarks) -> known.get().authenticate(token, remarks)),
                accounts,
                new FeatureGates(Map.of(FeatureGate.TAINT_TOLERATION_COMPARISON_OPERATORS, comparisonOperators)),
                authorization,
                AddressRange.parse("10.0.0.0/16"),
                Optional.of(new WebhookAccess(new HttpsCalls(time), WebhookServices.Routing.ENDPOINT, metrics)),
                Optional.of(new AggregationAccess(
                        backends, new HttpsForwards(time), WebhookServices.Routing.CLUSTER_ADDRESS, proxy)),
                Optional.empty(),
                List.of(),
                faults));
        // No controller does it here, and pods need it.
        create(
                new Target("", "v1", "serviceaccounts", "default", "", ""),
                "{'apiVersion': 'v1', 'kind': 'ServiceAccount', 'metadata': {'name': 'default'}}");
    }

    /// Opens a socket on a free port; a user has his own name as token, `admin` is of system:masters, `alice`
    /// has no rights, and `agent` is the agent of the node n1.
    ///
    /// @param users who may do everything by a binding, without being of system:masters
    public RunningServer listening(InFlightLimits limits, List<String> users) {
        return listening(limits, Timeouts.standard(), users);
    }

    /// What is listened for from now on is written down.
    public RunningServer audited(HttpServer.Audit wanted) {
        audit = Optional.of(wanted);
        return this;
    }

    /// The same with times that a test can wait for.
    public RunningServer listening(InFlightLimits limits, Timeouts timeouts, List<String> users) {
        var lines = new ArrayList<>(List.of(
                "admin,admin,admin,\"system:masters\"",
                "alice,alice,alice",
                "agent,system:node:n1,n1,\"system:nodes\""));
        users.forEach(user -> lines.add("%s,%s,%s".formatted(user, user, user)));
        for (String user : users) {
            rights().bind(user, "cluster-admin");
        }
        known.publish(StaticTokens.parse(lines));
        Identity own = new Issuer(time.wall()).server(authority, "apiserver", List.of("localhost", "127.0.0.1"));
        var server = new HttpServer(
                api,
                time,
                new HttpServer.Options(
                        "127.0.0.1",
                        0,
                        new Peer.Shown(List.of(own.certificate(), authority.certificate()), own.key()),
                        List.of(authority.certificate()),
                        new Issuer(time.wall()).client(authority, "kube-apiserver-kubelet-client", List.of()),
                        agentAuthorities,
                        List.of(known.get()),
                        accounts,
                        metrics,
                        new ComponentPages(),
                        () -> Map.of("nodes", "3"),
                        limits,
                        timeouts,
                        audit,
                        Optional.empty()));
        server.start();
        http = Optional.of(server);
        return this;
    }

    /// Forgets all history, so that watches from earlier revisions have expired.
    public RunningServer compacted() {
        store.compact(store.revision());
        return this;
    }

    public int port() {
        return http.orElseThrow().port();
    }

    /// TLS that trusts this server.
    public SSLContext trusting() {
        try {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            trusted.setCertificateEntry("authority", authority.certificate());
            var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("TLS is not as expected", e);
        }
    }

    /// What the server counts, in Prometheus' text form.
    public PrometheusRegistry metrics() {
        return metrics;
    }

    public ApiServer api() {
        return api;
    }

    /// Who this server is to servers that APIServices name.
    public FrontProxy proxy() {
        return proxy;
    }

    public SystemTime time() {
        return time;
    }

    /// Who makes tokens of accounts that this server takes.
    public ServiceAccountTokens accounts() {
        return accounts;
    }

    public Identity authority() {
        return authority;
    }

    /// Creates an object as the administrator.
    ///
    /// @param json with apostrophes for quotes
    public ApiReply create(Target collection, String json) {
        byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return api.call(new ApiRequest(Verb.CREATE, collection, Map.of(), new Body("application/json", bytes), ADMIN));
    }

    public GrantedRights rights() {
        return new GrantedRights(this);
    }

    /// Patches an object as the administrator.
    ///
    /// @param type of the patch
    /// @param json with apostrophes for quotes
    public ApiReply patch(Target object, String type, String json) {
        byte[] bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return api.call(new ApiRequest(Verb.PATCH, object, Map.of(), new Body(type, bytes), ADMIN));
    }

    public ApiReply call(Verb verb, Target target) {
        return api.call(new ApiRequest(verb, target, Map.of(), Body.NONE, ADMIN));
    }

    @Override
    public void close() {
        http.ifPresent(HttpServer::close);
        backends.close();
        loop.close();
        store.close();
    }
}
