package dev.tenure.sim.node;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.events.EventRecorder;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.kubelet.configuration.KubeletConfigurationParser;
import dev.tenure.kubelet.configuration.PullVerificationParser;
import dev.tenure.kubelet.eviction.NodePressureLoop;
import dev.tenure.kubelet.eviction.NodePressureMetrics;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.node.NodeAgentLoop;
import dev.tenure.node.NodeFacts;
import dev.tenure.node.cgroup.PodControlGroups;
import dev.tenure.node.cgroup.ResourceRule;
import dev.tenure.node.container.HostFacts;
import dev.tenure.node.container.PodServices;
import dev.tenure.node.cri.ImageClient;
import dev.tenure.node.cri.RuntimeChannel;
import dev.tenure.node.cri.RuntimeClient;
import dev.tenure.node.environment.ConfigSource;
import dev.tenure.node.environment.DownwardFields;
import dev.tenure.node.image.ImageAccess;
import dev.tenure.node.image.NodeLogins;
import dev.tenure.node.image.ProviderCalls;
import dev.tenure.node.image.ProviderLogins;
import dev.tenure.node.image.PullRecords;
import dev.tenure.node.probe.Prober;
import dev.tenure.node.stats.MachineReader;
import dev.tenure.node.stats.SummaryReader;
import dev.tenure.node.stats.UseReader;
import dev.tenure.node.volume.VolumeFolders;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.Component;
import dev.tenure.sim.world.FaultyEndpoint;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.sim.world.Substitutes;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/// The agent of a real node on virtual time: the real API server, a runtime that runs nothing, and a machine
/// out of files. What the agent waits for, it waits for within one event. Confined to one thread.
final class RealNode implements AutoCloseable {
    static final String NAME = "n";
    private static final long GIBI = 1L << 30;
    private static final Duration STEP = Duration.ofMillis(200);

    private final Path root;
    private final String configuration;
    private final SimulatedCluster cluster;
    private final FakeRuntime runtime;
    private final Substitutes substitutes;
    private final RuntimeChannel channel;
    private Optional<SimulatedWorld.SimulatedLoop> loop = Optional.empty();
    private Optional<NodeAgentLoop> agent = Optional.empty();
    private Optional<UseReader> uses = Optional.empty();
    private String address = "127.0.0.1";
    private int lives;

    /// @param configuration fields of a KubeletConfiguration
    RealNode(Path root, String configuration) throws IOException {
        this(root, configuration, Substitutes.NONE);
    }

    /// @param substitutes for the agent's loop, and for who hears of its faults
    RealNode(Path root, String configuration, Substitutes substitutes) throws IOException {
        this.substitutes = substitutes;
        this.root = root;
        this.configuration = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n" + configuration;
        cluster = new SimulatedCluster(ClusterSettings.standard(1, Semantics.DOCUMENTED));
        substitutes.faults().ifPresent(cluster.world()::reportFaultsTo);
        create(
                ResourceTypes.SERVICE_ACCOUNTS,
                "default",
                StageManifests.json("{'metadata': {'name': 'default'}, 'automountServiceAccountToken': false}"));
        for (String folder : List.of("images", "kubelet", "logs", "manifests")) {
            Files.createDirectories(root.resolve(folder));
        }
        write("cgroup/cgroup.controllers", "");
        write("proc/meminfo", "MemTotal: %d kB\n".formatted(16 * GIBI / 1024));
        write("proc/loadavg", "0.1 0.2 0.3 2/300 99\n");
        write("proc/sys/kernel/pid_max", "32768\n");
        used(4);
        runtime = new FakeRuntime(root.resolve("cri"), root.resolve("images"), cluster.world());
        channel = new RuntimeChannel(root.resolve("cri"));
    }

    void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.resolveSibling(""));
        Files.writeString(path, text);
    }

    /// The machine uses that much memory from now on; it has 16 GiB.
    void used(double gibi) throws IOException {
        write("cgroup/memory.stat", "anon %d\nfile 0\ninactive_file 0\n".formatted((long) (gibi * GIBI)));
    }

    void manifest(String name, String yaml) throws IOException {
        write("manifests/" + name, yaml);
    }

    void noManifest(String name) throws IOException {
        Files.delete(root.resolve("manifests").resolve(name));
    }

    Path root() {
        return root;
    }

    SimulatedCluster cluster() {
        return cluster;
    }

    FakeRuntime runtime() {
        return runtime;
    }

    NodeAgentLoop agent() {
        return agent.orElseThrow();
    }

    /// What its agent tells scrapers at `/metrics/resource`.
    String resources() {
        return uses.orElseThrow().page();
    }

    /// The next agent's address is another.
    RealNode move(String to) {
        address = to;
        return this;
    }

    /// How often the agent was begun.
    int lives() {
        return lives;
    }

    FaultyEndpoint way() {
        return cluster.path(Component.KUBELETS);
    }

    /// Starts the agent.
    RealNode start() throws IOException {
        var own = cluster.world().loop("agent");
        var client = new ClusterClient(way(), Caller.component("system:node:n", List.of("system:masters"), "kubelet"));
        var cri = new RuntimeClient(channel);
        var images = new ImageClient(channel);
        var groups = PodControlGroups.at(root.resolve("cgroup"), false);
        groups.prepare();
        var allocatable =
                new ResourceRule.Limits(2, OptionalLong.empty(), OptionalLong.of(16 * GIBI), OptionalLong.of(30_000));
        var fields = (ObjectNode)
                Yaml.read(configuration.getBytes(StandardCharsets.UTF_8)).value();
        disregardDisk(fields);
        var capacity = new ResourceList(Map.of(
                "cpu", Quantity.parse("4"),
                "memory", Quantity.parse("16Gi"),
                "ephemeral-storage", Quantity.parse("100Gi"),
                "pods", Quantity.parse("110")));
        var facts = new NodeFacts(
                NAME,
                address,
                10_250,
                capacity,
                capacity,
                new NodeFacts.Machine("", "", "", "", "", "amd64", "fake://1"),
                List.of(),
                Map.of(),
                new NodeFacts.Timing(Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofSeconds(40)));
        var host = new HostFacts(
                NAME,
                new DownwardFields.Host(address, capacity),
                16 * GIBI,
                root.resolve("logs"),
                Optional.of(groups),
                new HostFacts.Dns(List.of(), "cluster.local"),
                OptionalLong.empty());
        var config = new ConfigSource(client);
        var volumes = new VolumeFolders(root.resolve("kubelet"), config);
        var access = access(config, own.time());
        var services = new PodServices(cri, images, volumes, new Prober(cri), host, access, own.time());
        var machine = new MachineReader(root);
        var sources = new SummaryReader.Sources(machine, Optional.of(groups), cri, images);
        uses = Optional.of(new UseReader(sources, root.resolve("cgroup"), own.time()));
        var reader = new SummaryReader(
                sources,
                new SummaryReader.Places(root.resolve("kubelet"), root.resolve("logs"), root.resolve("cgroup"), 0));
        var settings = new NodeAgentLoop.Settings(
                facts,
                KubeletConfigurationParser.parse(fields).pressure(),
                Duration.ofSeconds(10),
                KubeletConfigurationParser.housekeeping(fields),
                Optional.of(root.resolve("manifests")),
                List.of(),
                FeatureGates.STANDARD);
        var metrics = new NodePressureMetrics(new PrometheusRegistry());
        new Supervisor(NodeAgentLoop.NAME, own, life -> {
                    EventLoop its = substitutes.loop(NodeAgentLoop.NAME, life);
                    Function<EventLoop, NodePressureLoop> looker =
                            part -> new NodePressureLoop(part, new EventRecorder(part, client, "kubelet"), metrics);
                    var parts = new NodeAgentLoop.Parts(services, looker, reader, _ -> {}, Optional.of(allocatable));
                    var made = new NodeAgentLoop(its, client, parts, settings);
                    agent = Optional.of(made);
                    lives++;
                    return made::start;
                })
                .start();
        loop = Optional.of(own);
        advance(5);
        return this;
    }

    private ImageAccess access(ConfigSource source, TimeSource time) {
        Path folder = root.resolve("kubelet");
        Path nowhere = root.resolve("nowhere");
        var logins = new NodeLogins(new NodeLogins.Places(folder, nowhere, nowhere, nowhere), time);
        var programs = new ProviderLogins(ProviderCalls.NONE, source, time);
        return new ImageAccess(logins, programs, new PullRecords(folder), PullVerificationParser.parse(Json.object()));
    }

    /// The disk is that of the machine on which the test runs: how full it is decides nothing where the test
    /// says nothing of it.
    private static void disregardDisk(ObjectNode fields) {
        if (!fields.has("evictionHard")) {
            fields.putObject("evictionHard").put("memory.available", "100Mi");
        }
        if (!fields.has("imageGCHighThresholdPercent")) {
            fields.put("imageGCHighThresholdPercent", 100);
        }
    }

    /// Ends the agent as `kill -9` does.
    RealNode kill() {
        loop.orElseThrow().crash();
        return this;
    }

    RealNode advance(double seconds) {
        cluster.advance(Duration.ofNanos(Math.round(seconds * 1e9)));
        return this;
    }

    /// Sets the wall clock of the machine, its runtime and the API server.
    RealNode stepClock(Duration by) {
        cluster.world().stepWallClock(by);
        return this;
    }

    /// Lets time pass until something is so.
    ///
    /// @return seconds
    double until(BooleanSupplier something, double secondsMax) {
        double passed = 0;
        while (!something.getAsBoolean()) {
            if (passed > secondsMax) {
                throw new AssertionError(
                        "it has not come about within %s s; %s".formatted(secondsMax, runtime.journal()));
            }
            cluster.advance(STEP);
            passed += STEP.toMillis() / 1e3;
        }
        return passed;
    }

    RealNode create(ResourceType type, String namespace, ObjectNode object) {
        ApiReply reply = cluster.client().create(type, namespace, Document.of(object));
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            throw new AssertionError("refused: " + status);
        }
        cluster.settle();
        return this;
    }

    /// @param spec more fields of the pod's spec, in JSON with single quotes
    RealNode pod(String name, String spec) {
        ObjectNode pod = StageManifests.pod(name, NAME, "[]");
        pod.withObjectProperty("spec").setAll(StageManifests.json("{" + spec + "}"));
        return create(ResourceTypes.PODS, "default", pod);
    }

    RealNode delete(String name) {
        cluster.client().delete(ResourceTypes.PODS, "default", name, Document.of(Json.object()));
        cluster.settle();
        return this;
    }

    Optional<Pod> find(String name) {
        return cluster.client().get(ResourceTypes.PODS, "default", name) instanceof ApiReply.One one
                ? Optional.of(one.object().view(Pod.class))
                : Optional.empty();
    }

    /// The names of all pods in the API.
    List<String> pods() {
        return ((ApiReply.Many) cluster.client().list(ResourceTypes.PODS, "", Map.of()))
                .items().stream().map(pod -> pod.key().name()).toList();
    }

    Pod see(String name) {
        return find(name).orElseThrow();
    }

    /// Whether there is a pod whose phase is Running.
    boolean runs(String name) {
        return has(name, PodPhase.RUNNING);
    }

    /// Whether there is a pod whose phase is Failed.
    boolean failed(String name) {
        return has(name, PodPhase.FAILED);
    }

    private boolean has(String name, PodPhase phase) {
        return find(name).filter(pod -> pod.status().phase() == phase).isPresent();
    }

    /// An object as the API shows it.
    ObjectNode shown(ResourceType type, String namespace, String name) {
        return Json.readObject(((ApiReply.One) cluster.client().get(type, namespace, name))
                .object()
                .json());
    }

    Node node() {
        StoredObject stored = ((ApiReply.One) cluster.client().get(ResourceTypes.NODES, "", NAME)).object();
        return stored.view(Node.class);
    }

    String condition(String type) {
        return node().condition(type)
                .map(condition -> condition.status().word() + " " + condition.reason())
                .orElse("");
    }

    List<String> events(String reason) {
        return ((ApiReply.Many) cluster.client().list(ResourceTypes.EVENTS, "", Map.of()))
                .items().stream()
                        .map(stored -> Json.readObject(stored.json()))
                        .filter(event -> event.path("reason").asText().equals(reason))
                        .map(event -> event.path("message").asText())
                        .toList();
    }

    /// Where in their pods the things stand that events of a reason are about.
    List<String> places(String reason) {
        return ((ApiReply.Many) cluster.client().list(ResourceTypes.EVENTS, "", Map.of()))
                .items().stream()
                        .map(stored -> Json.readObject(stored.json()))
                        .filter(event -> event.path("reason").asText().equals(reason))
                        .map(event ->
                                event.path("involvedObject").path("fieldPath").asText(""))
                        .toList();
    }

    @Override
    public void close() {
        channel.close();
        runtime.close();
    }
}
