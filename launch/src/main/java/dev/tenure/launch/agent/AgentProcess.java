package dev.tenure.launch.agent;

import dev.tenure.apiserver.pki.Identity;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.apiserver.pki.PkiFolder;
import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.cli.kubeconfig.KubeconfigParser;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.rest.Connection;
import dev.tenure.client.rest.HttpEndpoint;
import dev.tenure.kubelet.configuration.AllocatableRule;
import dev.tenure.kubelet.configuration.KubeletConfiguration;
import dev.tenure.kubelet.eviction.NodePressureLoop;
import dev.tenure.kubelet.eviction.NodePressureMetrics;
import dev.tenure.kubelet.stats.NodeUse;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.Quantity.Format;
import dev.tenure.node.NodeAgentLoop;
import dev.tenure.node.NodeFacts;
import dev.tenure.node.cgroup.PodControlGroups;
import dev.tenure.node.cgroup.ResourceRule;
import dev.tenure.node.cgroup.SliceUnits;
import dev.tenure.node.container.HostFacts;
import dev.tenure.node.container.PodServices;
import dev.tenure.node.cri.ImageClient;
import dev.tenure.node.cri.RuntimeChannel;
import dev.tenure.node.cri.RuntimeClient;
import dev.tenure.node.environment.ConfigSource;
import dev.tenure.node.environment.DownwardFields;
import dev.tenure.node.image.ImageAccess;
import dev.tenure.node.image.NodeLogins;
import dev.tenure.node.image.ProviderLogins;
import dev.tenure.node.image.PullRecords;
import dev.tenure.node.probe.Prober;
import dev.tenure.node.stats.MachineReader;
import dev.tenure.node.stats.MemoryReader;
import dev.tenure.node.stats.SummaryReader;
import dev.tenure.node.stats.UseReader;
import dev.tenure.node.streaming.ClientReviews;
import dev.tenure.node.streaming.StreamServer;
import dev.tenure.node.volume.VolumeFolders;
import dev.tenure.rules.feature.FeatureGate;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Inquiry;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.runtime.loop.ThreadedLoop;
import dev.tenure.runtime.observe.FaultReporter;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The parts of one agent, put together. Used by one thread.
final class AgentProcess implements ShutdownInhibitor.Pods, AutoCloseable {
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");
    private static final Path SYSTEMD_RUNS = Path.of("/run/systemd/system");
    /// What configurations call tasks in `systemReserved` and `kubeReserved`.
    private static final String TASKS = "pid";
    private static final int WORKERS_MAX = 1024;
    private static final long LEASE_SECONDS = 40;
    private static final int HTTP_PORT = 443;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final AgentConfig config;
    private final TimeSource time;
    private final PrometheusRegistry metrics;
    private final Connection connection;
    private final Path kubeconfig;
    private final HttpEndpoint endpoint;
    private final RuntimeChannel channel;
    private final ThreadedLoop loop;
    private final MachineReader machine = new MachineReader(Path.of("/"));
    private final KubeletConfiguration kubelet;
    private final CredentialPrograms providers;
    private final NodeFacts facts;
    private @Nullable StreamServer server;
    private @Nullable AgentAlarms alarms;
    private final Published<Optional<NodeAgentLoop>> node = new Published<>(Optional.empty());

    /// @param faults notified of exceptions that nobody foresaw; the node begins anew
    AgentProcess(
            AgentConfig config, Path kubeconfig, TimeSource time, PrometheusRegistry metrics, FaultReporter faults) {
        this.config = config;
        this.time = time;
        this.metrics = metrics;
        this.kubeconfig = kubeconfig;
        this.connection = KubeconfigParser.read(kubeconfig);
        this.endpoint = new HttpEndpoint(connection);
        this.channel = new RuntimeChannel(config.socket());
        this.kubelet = config.kubelet();
        this.providers = CredentialPrograms.of(config.flags());
        this.loop = new ThreadedLoop(NodeAgentLoop.NAME, time, WORKERS_MAX, faults);
        try {
            this.facts = facts(new RuntimeClient(channel));
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.FAILED, "this machine cannot be a node: " + e.getMessage());
        }
    }

    /// Begins to work.
    void start() throws IOException {
        var runtime = new RuntimeClient(channel);
        var client = new ClusterClient(endpoint, Caller.component("", List.of(), "tenure-agent"));
        HostFacts host = host();
        var source = new ConfigSource(client);
        var services = new PodServices(
                runtime,
                new ImageClient(channel),
                new VolumeFolders(config.flags().root, source),
                new Prober(runtime),
                host,
                access(source),
                time);
        Path pki = config.flags().root.resolve("pki");
        var identities = new AgentIdentities(loop, facts.name(), connection, kubeconfig, pki);
        boolean bootstraps = config.fields().path("serverTLSBootstrap").asBoolean(true);
        var images = new ImageClient(channel);
        var sources = new SummaryReader.Sources(machine, host.groups(), runtime, images);
        var pages = new ToldPages(new UseReader(sources, CGROUPS, time));
        StreamServer opened = server(pages, client, bootstraps ? identities.serving() : Optional.empty());
        server = opened;
        opened.start();
        if (bootstraps) {
            identities.keepServing(client, made -> opened.renew(made.key(), List.of(made.certificate())));
        }
        if (config.fields().path("rotateCertificates").asBoolean(true)) {
            identities.keepClient(client, endpoint);
        }
        var evictions = new NodePressureMetrics(metrics);
        AgentMetrics.register(metrics, facts.name(), runtime);
        var reader = new SummaryReader(
                sources, new SummaryReader.Places(config.flags().root, config.logs(), CGROUPS, hugePages()));
        var settings = new NodeAgentLoop.Settings(
                facts,
                config.pressure(),
                config.every(),
                config.housekeeping(),
                config.staticPods(),
                config.sysctls(),
                config.gates());
        var prepared = new AgentAlarms(loop, time, new MemoryReader(machine, CGROUPS), host.groups());
        alarms = prepared;
        Consumer<Summary> measured = prepared.prepare(config, settings.pressure());
        Optional<ResourceRule.Limits> pods = enforced() ? Optional.of(limits()) : Optional.empty();
        new Supervisor(NodeAgentLoop.NAME, loop, life -> {
                    Function<EventLoop, NodePressureLoop> looker =
                            part -> new NodePressureLoop(part, new EventRecorder(part, client, "kubelet"), evictions);
                    var parts = new NodeAgentLoop.Parts(services, looker, reader, measured, pods);
                    var made = new NodeAgentLoop(life, client, parts, settings);
                    node.publish(Optional.of(made));
                    return made::start;
                })
                .start();
        prepared.start(() -> node.get().ifPresent(NodeAgentLoop::alarmed), settings.pressure(), facts.capacity());
    }

    /// Who may use which image: by the secrets of pods, the node's own files and programs, and what was
    /// pulled before.
    private ImageAccess access(ConfigSource source) {
        Path root = config.flags().root;
        var places = new NodeLogins.Places(
                root, Path.of("").toAbsolutePath(), Path.of(System.getProperty("user.home")), Path.of("/"));
        var programs = new ProviderLogins(providers.calls(AgentMetrics.providers(metrics, providers)), source, time);
        return new ImageAccess(
                new NodeLogins(places, time), programs, new PullRecords(root), config.pullVerification());
    }

    /// Bytes that are set apart for huge pages and do not count as left, if the gate of upstream's 1.37 says
    /// so.
    private long hugePages() throws IOException {
        boolean counts = config.gates().on(FeatureGate.HUGEPAGE_AWARE_EVICTION);
        return counts ? machine.memoryBytes("Hugetlb") : 0;
    }

    /// Ends the pods because the machine goes down.
    ///
    /// @param done run when they have ended, or their time is over; on another thread
    @Override
    public void shutDown(Runnable done) {
        node.get().ifPresentOrElse(agent -> loop.post("shutdown", () -> agent.shutDown(done)), done);
    }

    @Override
    public void callOff() {
        node.get().ifPresent(agent -> loop.post("shutdown-off", agent::callOff));
    }

    /// @param vouched what the cluster has signed; without it the agent signs for itself until the cluster
    ///     does
    private StreamServer server(ToldPages pages, ClusterClient client, Optional<Identity> vouched) throws IOException {
        var pki = new PkiFolder(config.flags().root.resolve("pki"), time.wall());
        Identity issuer = pki.authority();
        Identity self = pki.server(issuer, List.of(facts.name(), facts.address(), "localhost", "127.0.0.1"));
        Identity own = vouched.orElse(self);
        String file = config.fields()
                .path("authentication")
                .path("x509")
                .path("clientCAFile")
                .asText("");
        String clients = file.isEmpty() ? connection.authority().orElse("") : Files.readString(Path.of(file));
        if (clients.isEmpty()) {
            throw new IOException("neither --client-ca-file nor the kubeconfig says who vouches for the API server");
        }
        return new StreamServer(
                new RuntimeClient(channel),
                time,
                pages,
                new ClientReviews(client, time, facts.name(), config.reviewsKept()),
                new StreamServer.Options(
                        facts.port(),
                        own.key(),
                        vouched.isPresent()
                                ? List.of(own.certificate())
                                : List.of(own.certificate(), issuer.certificate()),
                        certificates(clients),
                        config.takesTokens()));
    }

    private final class ToldPages implements StreamServer.Pages {
        private final UseReader uses;

        ToldPages(UseReader uses) {
            this.uses = uses;
        }

        @Override
        public Optional<JsonNode> pressure() {
            return page(NodeAgentLoop::pressurePage);
        }

        @Override
        public Optional<JsonNode> summary() {
            Optional<NodeUse> use = uses.look(); // asks the runtime, for which the loop must not wait
            return page(agent -> agent.summaryPage(use));
        }

        @Override
        public Optional<JsonNode> pods() {
            return page(NodeAgentLoop::podsPage);
        }

        @Override
        public JsonNode configuration() {
            return config.fields();
        }

        @Override
        public Optional<JsonNode> podStatus(String namespace, String name) {
            return page(agent -> agent.podStatus(namespace, name));
        }

        @Override
        public String metrics() {
            var bytes = new ByteArrayOutputStream();
            try {
                PrometheusTextFormatWriter.builder().build().write(bytes, metrics.scrape());
            } catch (IOException e) {
                throw new IllegalStateException("an array takes all that is written to it", e);
            }
            return bytes.toString(StandardCharsets.UTF_8);
        }

        @Override
        public String resources() {
            return uses.page();
        }
    }

    private Optional<JsonNode> page(Function<NodeAgentLoop, Optional<ObjectNode>> page) {
        return node.get()
                .flatMap(agent -> Inquiry.ask(loop, "page", PATIENCE, () -> page.apply(agent)))
                .flatMap(found -> found);
    }

    private static List<X509Certificate> certificates(String pem) throws IOException {
        try {
            return Pem.certificates(pem);
        } catch (GeneralSecurityException e) {
            throw new IOException("the client authority is no PEM certificate", e);
        }
    }

    NodeFacts facts() {
        return facts;
    }

    private HostFacts host() throws IOException {
        boolean limit = config.fields().path("cgroupsPerQOS").asBoolean(true);
        Optional<PodControlGroups> groups = limit ? Optional.of(groups()) : Optional.empty();
        long pids = config.fields().path("podPidsLimit").asLong(-1);
        return new HostFacts(
                facts.name(),
                new DownwardFields.Host(facts.address(), facts.allocatable()),
                machine.memoryBytes("MemTotal"),
                config.logs(),
                groups,
                new HostFacts.Dns(
                        config.list("clusterDNS"),
                        config.fields().path("clusterDomain").asText("cluster.local")),
                pids > 0 ? OptionalLong.of(pids) : OptionalLong.empty());
    }

    private PodControlGroups groups() throws IOException {
        boolean runs = Files.isDirectory(SYSTEMD_RUNS);
        boolean named = runs || config.fields().path("cgroupDriver").asText("").equals("systemd");
        PodControlGroups all = PodControlGroups.at(CGROUPS, named);
        PodControlGroups groups = (runs ? all.through(new SliceUnits(Map.of())) : all)
                .below(config.fields().path("cgroupRoot").asText("/"));
        groups.prepare();
        if (!enforced()) {
            groups.enforce(limits());
        }
        return groups;
    }

    private boolean enforced() {
        return kubelet.thresholds().enforceNodeAllocatable().contains("pods");
    }

    /// What all pods may use together.
    private ResourceRule.Limits limits() throws IOException {
        return new ResourceRule.Limits(
                ResourceRule.shares(
                        podsLimit(facts.capacity(), ResourceList.CPU).milliValue()),
                OptionalLong.empty(),
                OptionalLong.of(podsLimit(facts.capacity(), ResourceList.MEMORY).value()),
                tasks());
    }

    private OptionalLong tasks() throws IOException {
        Optional<MachineReader.Tasks> tasks = machine.tasks();
        if (tasks.isEmpty()) {
            return OptionalLong.empty();
        }
        var most = Quantity.of(tasks.get().most(), Format.DECIMAL_SI);
        return OptionalLong.of(
                podsLimit(new ResourceList(Map.of(TASKS, most)), TASKS).value());
    }

    private Quantity podsLimit(ResourceList capacity, String resource) {
        return enforced() ? AllocatableRule.podsLimit(capacity, kubelet, resource) : capacity.get(resource);
    }

    private NodeFacts facts(RuntimeClient runtime) throws IOException {
        String name = name();
        String address = config.flags().nodeIp == null ? address() : config.flags().nodeIp;
        long memory = machine.memoryBytes("MemTotal");
        int cpus = Runtime.getRuntime().availableProcessors();
        Files.createDirectories(config.flags().root);
        long disk = Files.getFileStore(config.flags().root).getTotalSpace();
        boolean isolation = kubelet.localStorageIsolation();
        var capacity = new HashMap<String, Quantity>();
        capacity.put(ResourceList.CPU, Quantity.of(cpus, Format.DECIMAL_SI));
        capacity.put(ResourceList.MEMORY, Quantity.of(memory, Format.BINARY_SI));
        if (isolation) {
            capacity.put(ResourceList.EPHEMERAL_STORAGE, Quantity.of(disk, Format.BINARY_SI));
        }
        capacity.put(ResourceList.PODS, Quantity.of(config.maxPods(), Format.DECIMAL_SI));
        var whole = new ResourceList(capacity);
        return new NodeFacts(
                name,
                address,
                config.port(),
                whole,
                allocatable(whole),
                machine(runtime),
                config.taints(),
                config.labels(),
                new NodeFacts.Timing(
                        kubelet.timing().statusEvery(),
                        kubelet.timing().reportEvery(),
                        Duration.ofSeconds(
                                config.fields().path("nodeLeaseDurationSeconds").asLong(LEASE_SECONDS))));
    }

    private ResourceList allocatable(ResourceList capacity) {
        AllocatableRule.violation(capacity, kubelet).ifPresent(problem -> {
            throw new CommandFailure(ExitCode.USAGE, problem);
        });
        return AllocatableRule.allocatable(capacity, kubelet);
    }

    private NodeFacts.Machine machine(RuntimeClient runtime) {
        RuntimeClient.Version version = runtime.version();
        return new NodeFacts.Machine(
                machine.machineId(),
                machine.systemUuid(),
                machine.bootId(),
                machine.kernel(),
                machine.system(),
                architecture(),
                version.name() + "://" + version.version());
    }

    private static String architecture() {
        return switch (System.getProperty("os.arch")) {
            case "aarch64" -> "arm64";
            case "x86_64" -> "amd64";
            default -> System.getProperty("os.arch");
        };
    }

    private String name() {
        String given = config.flags().hostname;
        String own = given == null ? machine.line("proc/sys/kernel/hostname") : given;
        return own.strip().toLowerCase(Locale.ROOT);
    }

    /// The address of this machine from which the API server is reached.
    private String address() throws IOException {
        String host = connection.server().getHost().replaceAll("[\\[\\]]", "");
        int port = connection.server().getPort() < 0
                ? HTTP_PORT
                : connection.server().getPort();
        try (var socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(host), port));
            return socket.getLocalAddress().getHostAddress();
        }
    }

    /// Stops at once; pods run on.
    @Override
    public void close() {
        AgentAlarms prepared = alarms;
        if (prepared != null) {
            prepared.close();
        }
        StreamServer opened = server;
        if (opened != null) {
            opened.close();
        }
        loop.close();
        channel.close();
        endpoint.close();
    }
}
