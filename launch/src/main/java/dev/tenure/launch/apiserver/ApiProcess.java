package dev.tenure.launch.apiserver;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.authn.BootstrapTokens;
import dev.tenure.apiserver.authn.ServiceAccountTokens;
import dev.tenure.apiserver.authn.TokenAuthenticator;
import dev.tenure.apiserver.authn.TokenKeys;
import dev.tenure.apiserver.handler.StoreAccess;
import dev.tenure.apiserver.http.HttpServer;
import dev.tenure.apiserver.http.page.ComponentPages;
import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.apiserver.pki.PkiFolder;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.ControllerContext;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.KubeconfigText;
import dev.tenure.controllers.bootstrap.BootstrapSigningLoop;
import dev.tenure.controllers.bootstrap.TokenCleaningLoop;
import dev.tenure.controllers.certificates.CertificateSigningLoop;
import dev.tenure.controllers.certificates.RequestCleaningLoop;
import dev.tenure.controllers.kubernetesservice.KubernetesServiceLoop;
import dev.tenure.controllers.kubernetesservice.LivingServers;
import dev.tenure.controllers.legacytokentracking.TrackingLoop;
import dev.tenure.controllers.serveridentity.IdentityLeaseCalls;
import dev.tenure.controllers.serveridentity.IdentityLeaseLoop;
import dev.tenure.controllers.serveridentity.ServerIdentity;
import dev.tenure.controllers.serviceaccounttoken.AccountTokenLoop;
import dev.tenure.kinds.ApiServerOptions;
import dev.tenure.kinds.StandardServer;
import dev.tenure.kinds.admission.AdmissionOptions;
import dev.tenure.kinds.admission.PluginCatalogue;
import dev.tenure.kinds.admission.serviceaddresses.PortRepairLoop;
import dev.tenure.kinds.aggregation.AggregationAccess;
import dev.tenure.kinds.aggregation.AuthenticationTrustLoop;
import dev.tenure.kinds.aggregation.FrontProxy;
import dev.tenure.kinds.webhookclient.WebhookAccess;
import dev.tenure.launch.console.CallerViewers;
import dev.tenure.launch.memory.HeapCare;
import dev.tenure.launch.memory.Visits;
import dev.tenure.launch.process.HostName;
import dev.tenure.launch.process.KubeconfigFile;
import dev.tenure.launch.process.Trouble;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.metrics.ResourceUsage;
import dev.tenure.runtime.callout.HttpsCalls;
import dev.tenure.runtime.callout.HttpsForwards;
import dev.tenure.runtime.io.AllCores;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.CompactionLoop;
import dev.tenure.store.ExpiryLoop;
import dev.tenure.store.Store;
import dev.tenure.store.Store.ResourceId;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/// An API server with its store, its certificates and its socket.
public final class ApiProcess implements AutoCloseable {
    private static final int WORKERS_MAX = 16;
    /// Each may be held up by a server that does not answer.
    private static final int BACKEND_WORKERS_MAX = 64;
    private static final ResourceId EVENTS = new ResourceId("", "events");
    private static final String ADMISSION_PAGE = "admission";
    private static final System.Logger LOG = System.getLogger(ApiProcess.class.getPackageName());

    private final Store store;
    private final ThreadedLoop loop;
    private final ThreadedLoop backends;
    private final HttpsCalls calls;
    private final HttpsForwards forwards;
    private final FrontProxy proxy = FrontProxy.unknown();
    private final ApiServer server;
    private final WholeServer whole;
    private final HttpServer http;
    private final CallerViewers console;
    private final Optional<AuditFile> audit;
    private final PrometheusRegistry metrics;
    private final ComponentPages components;
    private final String address;
    private final String authority;
    private final CertificateLoop certificates;
    private final AuthoritySigner signer;
    private final ServiceAccountTokens accounts;
    private final List<Runnable> farewells = new ArrayList<>();

    private ApiProcess(ApiConfig config, Store store, ThreadedLoop loop, LoggedFaults faults, First first)
            throws IOException {
        this.store = store;
        this.loop = loop;
        TimeSource time = loop.time();
        this.backends = new ThreadedLoop("backends", time, BACKEND_WORKERS_MAX, faults);
        this.metrics = new PrometheusRegistry();
        faults.showIn(metrics);
        this.components = new ComponentPages();
        components.show(
                ADMISSION_PAGE, (path, _) -> path.isEmpty() ? Optional.of(page(config.admission())) : Optional.empty());
        var pki = new PkiFolder(config.directory().pki(), time.wall());
        var certificates = new ServerCertificates(
                config.directory().pki(),
                ServedNames.of(config.listen(), config.services().address(0)),
                config.outward().proxy(),
                config.files());
        // a new server makes four keys, which would be a tenth of its start
        var making = new AllCores<ServerCertificates.Shown>();
        making.begin(() -> certificates.at(time.wall()));
        this.accounts = accounts(config, store, time, pki);
        var random = new SecureRandom();
        List<TokenAuthenticator> others = tokens(config.access(), store, time);
        this.calls = new HttpsCalls(time);
        this.forwards = new HttpsForwards(time);
        this.server = StandardServer.start(new ApiServerOptions(
                store,
                loop,
                random,
                PluginCatalogue.plugins(config.admission(), random),
                others,
                accounts,
                config.gates(),
                config.access().authorization(),
                config.services(),
                Optional.of(new WebhookAccess(calls, config.outward().routing(), metrics)),
                Optional.of(new AggregationAccess(
                        backends, forwards, config.outward().routing(), proxy)),
                first.usage(),
                first.definitions(),
                faults));
        ServerStore.note(config, store);
        ServerCertificates.Shown shown = making.finish().getFirst();
        this.authority = ServerCertificates.vouchers(shown);
        proxy.become(shown.proxy().shown(), shown.proxy().trust());
        this.console = new CallerViewers(server, components, time, random, faults);
        this.audit = AuditFile.of(config.access().audit(), time);
        this.http = new HttpServer(server, time, socket(config, shown, others));
        listen(config);
        this.address = "https://" + bracketed(config.listen().address()) + ":" + http.port();
        this.whole = new WholeServer(server, address, authority, credentials(shown.admin()));
        writeKubeconfig(config.directory().kubeconfig(), shown);
        this.signer = new AuthoritySigner(shown.authority(), Set.copyOf(certificates.hosts()), time);
        this.certificates = new CertificateLoop(
                certificates,
                loop,
                shown,
                found -> use(found, config.directory().kubeconfig()));
    }

    /// What the socket shows, and to whom. The fields that it reads are set.
    private HttpServer.Options socket(
            ApiConfig config, ServerCertificates.Shown shown, List<TokenAuthenticator> others) {
        return new HttpServer.Options(
                config.listen().address(),
                config.listen().port(),
                shown.own(),
                shown.clients(),
                shown.agentClient(),
                config.access().agents().authorities(shown.authority().certificate()),
                others,
                accounts,
                metrics,
                components,
                config.flags(),
                config.load().inFlight(),
                config.load().timeouts(),
                audit.map(AuditFile::http),
                Optional.of(console));
    }

    private static ServiceAccountTokens accounts(ApiConfig config, Store store, TimeSource time, PkiFolder pki) {
        TokenKeys keys = config.files()
                .tokens()
                .map(IdentityFiles.Tokens::read)
                .orElseGet(() -> TokenKeys.of(pki.tokenSigner()));
        return new ServiceAccountTokens(store, time, () -> keys, config.access().terms());
    }

    /// Who knows bearer tokens other than those of service accounts, asked in this order.
    private static List<TokenAuthenticator> tokens(ApiConfig.Access access, Store store, TimeSource time) {
        List<TokenAuthenticator> all = new ArrayList<>(access.tokens());
        if (access.bootstrapTokens()) {
            all.add(new BootstrapTokens(store, time));
        }
        return all;
    }

    private static Connection.Credentials.Certificate credentials(Identity admin) {
        return new Connection.Credentials.Certificate(Pem.of(admin.certificate()), Pem.keyOf(admin));
    }

    private void use(ServerCertificates.Shown found, Path kubeconfig) {
        http.renew(found.own(), found.clients(), found.agentClient());
        proxy.become(found.proxy().shown(), found.proxy().trust());
        whole.renew(credentials(found.admin()));
        try {
            writeKubeconfig(kubeconfig, found);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + kubeconfig, e);
        }
    }

    private void writeKubeconfig(Path file, ServerCertificates.Shown shown) throws IOException {
        Identity admin = shown.admin();
        KubeconfigFile.write(
                file,
                new KubeconfigText(
                        address, ServerCertificates.vouchers(shown), Pem.of(admin.certificate()), Pem.keyOf(admin)));
    }

    /// Makes all keys and certificates anew but the authority's and that of tokens, and uses them. Any
    /// thread.
    ///
    /// @return `ok`, or `error: …`
    public String renewCertificates() {
        return certificates.renew();
    }

    /// Opens the store and the socket; returns when requests are answered.
    ///
    /// @throws CommandFailure when the port is taken
    public static ApiProcess start(ApiConfig config, TimeSource time, Trouble trouble) throws IOException {
        return start(config, First.NOTHING, time, trouble);
    }

    /// What a server begins with besides its configuration.
    ///
    /// @param objects what a new store is filled with
    /// @param definitions of kinds that are served from the beginning
    /// @param usage tells what pods and nodes use, where this process knows it; may wait
    public record First(
            List<StoredObject> objects, List<ObjectNode> definitions, Optional<Supplier<ResourceUsage>> usage) {
        static final First NOTHING = new First(List.of(), List.of(), Optional.empty());

        public First {
            objects = List.copyOf(objects);
            definitions = List.copyOf(definitions);
        }
    }

    /// The same with a store that is filled first, if there is something to fill it with.
    ///
    /// @throws CommandFailure when the port is taken, or the store that is to be filled is not new
    public static ApiProcess start(ApiConfig config, First first, TimeSource time, Trouble trouble) throws IOException {
        return config.keeping().etcd().isPresent()
                ? EtcdPatience.start(() -> startAtOnce(config, first, time, trouble), time, trouble.stopping())
                : startAtOnce(config, first, time, trouble);
    }

    private static ApiProcess startAtOnce(ApiConfig config, First first, TimeSource time, Trouble trouble)
            throws IOException {
        Store store = ServerStore.open(config, time, trouble.storeLost());
        var loop = new ThreadedLoop("apiserver", time, WORKERS_MAX, trouble.faults());
        try {
            ServerStore.check(config, store);
            InitialObjects.put(store, first.objects());
            var process = new ApiProcess(config, store, loop, trouble.faults(), first);
            AdvertisedAddress.of(config.listen(), process.http.port())
                    .ifPresent(advertised -> process.leadServiceTo(advertised, config.keeping()));
            process.showIdentity();
            process.certificates.start();
            process.signForAgents(config.access().bootstrapTokens());
            process.fillSecretsOfAccounts();
            process.tellSinceWhenTokensAreTracked();
            new CompactionLoop(store, loop, config.keeping().historyAge()).start();
            if (config.keeping().etcd().isEmpty()) {
                new ExpiryLoop(store, loop, EVENTS, config.keeping().eventLifetime(), EventTimes::lastWritten).start();
            }
            new AuthenticationTrustLoop(store, loop, process.server, process.proxy).start();
            new PortRepairLoop(loop, new StoreAccess(store, process.server.kinds(), time)).start();
            HeapCare.start(new Visits(process.http::asked, process.http::connected));
            return process;
        } catch (IOException | RuntimeException e) {
            loop.close();
            store.close();
            throw e;
        }
    }

    /// Keeps the service `kubernetes`, as upstream's API server does for itself.
    private void leadServiceTo(AdvertisedAddress advertised, ApiConfig.Keeping keeping) {
        var caller = Caller.component("system:apiserver", List.of(Caller.SYSTEM_MASTERS), "kube-apiserver");
        var client = new ClusterClient(server, caller);
        LivingServers servers = LivingServers.alone(advertised.host());
        if (keeping.etcd().isPresent()) {
            advertised.warning().ifPresent(warning -> LOG.log(System.Logger.Level.WARNING, warning));
            var leases = new ServerLeases(store, advertised.host());
            farewells.add(() -> KubernetesServiceLoop.leadTo(client, leases.leave(), advertised.port()));
            servers = leases;
        }
        LivingServers living = servers;
        new Supervisor(
                        KubernetesServiceLoop.NAME,
                        loop,
                        life -> new KubernetesServiceLoop(life, client, living, advertised.port())::start)
                .start();
    }

    /// Keeps the Lease by which clients see that this server lives, as upstream's API server does for itself.
    private void showIdentity() {
        var caller = Caller.component("system:apiserver", List.of(Caller.SYSTEM_MASTERS), "kube-apiserver");
        var identity = ServerIdentity.of(HostName.own(), UUID.randomUUID().toString());
        var calls = new IdentityLeaseCalls(new ClusterClient(server, caller), identity);
        farewells.add(calls::leave);
        new Supervisor(IdentityLeaseLoop.NAME, loop, life -> new IdentityLeaseLoop(life, calls)::start).start();
    }

    /// Machines join with what this process vouches for, so it is here that their certificates are signed.
    ///
    /// @param joining whether they may join with tokens
    private void signForAgents(boolean joining) {
        var account = "system:serviceaccount:kube-system:certificate-controller";
        var client = new ClusterClient(
                server, Caller.component(account, List.of(Caller.SYSTEM_MASTERS), "kube-controller-manager"));
        new Supervisor(
                        CertificateSigningLoop.NAME,
                        loop,
                        life -> new CertificateSigningLoop(ControllerContext.alone(life, client), signer)::start)
                .start();
        new Supervisor(
                        RequestCleaningLoop.NAME,
                        loop,
                        life -> new RequestCleaningLoop(ControllerContext.alone(life, client))::start)
                .start();
        if (joining) {
            new Supervisor(BootstrapSigningLoop.NAME, loop, life -> new BootstrapSigningLoop(life, client)::start)
                    .start();
            new Supervisor(TokenCleaningLoop.NAME, loop, life -> new TokenCleaningLoop(life, client)::start).start();
        }
    }

    /// This process has the key by which tokens are signed.
    private void fillSecretsOfAccounts() {
        var client = new ClusterClient(
                server,
                Caller.component(
                        "system:kube-controller-manager", List.of(Caller.SYSTEM_MASTERS), "kube-controller-manager"));
        new Supervisor(
                        AccountTokenLoop.NAME,
                        loop,
                        life -> new AccountTokenLoop(
                                ControllerContext.alone(life, client), accounts::issueKept, authority)::start)
                .start();
    }

    /// As upstream's API server does for itself.
    private void tellSinceWhenTokensAreTracked() {
        var caller = Caller.component("system:apiserver", List.of(Caller.SYSTEM_MASTERS), "kube-apiserver");
        var client = new ClusterClient(server, caller);
        new Supervisor(TrackingLoop.NAME, loop, life -> new TrackingLoop(life, client)::start).start();
    }

    /// Writes the objects as of one revision into a database of its own, while requests go on.
    ///
    /// @return `ok`, or `error: …`
    public String copyStore(Path folder) {
        return ServerStore.copy(store, folder);
    }

    private static String bracketed(String host) {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    private void listen(ApiConfig config) {
        try {
            http.start();
        } catch (IllegalStateException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "cannot listen on %s:%d (%s): choose another --port (0 for a free one) or --bind"
                            .formatted(
                                    config.listen().address(), config.listen().port(), reason(e)));
        }
    }

    private static String reason(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    public ApiServer server() {
        return server;
    }

    /// The same with what other servers answer for, for components that deal with every kind.
    public WholeServer whole() {
        return whole;
    }

    /// What this process counts; components add theirs.
    public PrometheusRegistry metrics() {
        return metrics;
    }

    /// The flags of admission that matter to whoever looks ahead, as on the command line.
    private static JsonNode page(AdmissionOptions admission) {
        ObjectNode page = Json.object();
        page.putObject("flags")
                .put("default-not-ready-toleration-seconds", Long.toString(admission.notReadySeconds()))
                .put("default-unreachable-toleration-seconds", Long.toString(admission.unreachableSeconds()));
        return page;
    }

    /// What components of this process show under `/tenure/v1`; components add theirs.
    public ComponentPages components() {
        return components;
    }

    /// For example `https://127.0.0.1:6443`.
    public String address() {
        return address;
    }

    /// PEM certificates that vouch for the server.
    public String authority() {
        return authority;
    }

    /// The kinds whose objects can be listed, watched and deleted.
    public List<ResourceType> collectedTypes() {
        return server.kinds().get().entries().stream()
                .filter(entry -> !entry.has(KindEntry.Flag.VIRTUAL))
                .map(KindEntry::stored)
                .distinct()
                .toList();
    }

    /// Others send clients to this server no longer; when they cannot be notified, its lease ends by itself.
    private static void sayFarewell(Runnable farewell) {
        try {
            farewell.run();
        } catch (StoreUnavailableException e) {
            LOG.log(System.Logger.Level.WARNING, "cannot tell other servers that this one goes: {0}", e.getMessage());
        }
    }

    /// Answers no more requests, then lets go of the store.
    @Override
    public void close() {
        http.close();
        whole.close();
        console.close();
        backends.close();
        loop.close();
        calls.close();
        forwards.close();
        farewells.forEach(ApiProcess::sayFarewell);
        store.close();
        audit.ifPresent(AuditFile::close);
    }
}
