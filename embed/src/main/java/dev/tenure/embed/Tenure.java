package dev.tenure.embed;

import dev.tenure.apiserver.http.page.ComponentPages;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.client.ClusterClient;
import dev.tenure.client.rest.Connection;
import dev.tenure.controllers.node.TaintCalls;
import dev.tenure.controllers.tainteviction.board.ComingEviction;
import dev.tenure.kinds.webhookclient.WebhookAccess;
import dev.tenure.kinds.webhookclient.WebhookServices;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.node.ManagedNodeRule;
import dev.tenure.rules.node.ManagedNodeRule.Fault;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.rules.taint.TermEdit;
import dev.tenure.runtime.callout.HttpsCalls;
import dev.tenure.runtime.loop.LiveWorld;
import dev.tenure.runtime.loop.SimulatedWorld;
import dev.tenure.runtime.observe.LoggedFaults;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.scenario.Manifests;
import dev.tenure.sim.world.ClusterParts;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A cluster inside this process: the real API server over a store in memory, the real scheduler and
/// controllers, and nodes whose containers are simulated. It begins in milliseconds, and [#clock()] says what
/// time it is there: a day can pass at once, and everything that is due in it happens at its second.
///
/// What these methods write has had its consequences when they return, as far as those take no time. With a
/// socket, other programs work with the cluster as with any. Safe for use by several threads; equal options
/// and equal calls of one thread give equal runs.
public final class Tenure implements AutoCloseable {
    private static final String DEFAULT_NAMESPACE = "default";
    private static final String MANAGER = "tenure-embedded";
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final int LOOKS_MAX = 1_200;

    private final LiveWorld live;
    private final HttpsCalls calls;
    private final SimulatedCluster cluster;
    private final EvictionLedger ledger;
    private final ClusterClock clock;
    private final ClusterClient client;
    private final Optional<ClusterSocket> socket;
    private final ClusterFaults faults;

    /// [TenureOptions#standing()], started.
    public static Tenure start() {
        return start(TenureOptions.standing());
    }

    /// Starts a cluster; returns when its nodes are ready.
    ///
    /// @throws IllegalStateException when the port of the socket is taken
    public static Tenure start(TenureOptions options) {
        var begun = new Tenure(options, new SystemTime());
        try {
            begun.makeNodes(options);
            return begun;
        } catch (RuntimeException e) {
            begun.close();
            throw e;
        }
    }

    private Tenure(TenureOptions options, TimeSource machine) {
        var reporter = new LoggedFaults();
        var metrics = new PrometheusRegistry();
        reporter.showIn(metrics);
        Instant epoch = switch (options.clock()) {
            case TenureOptions.Clock.Standing(var shows) -> shows;
            case TenureOptions.Clock.Running _ -> machine.wall();
        };
        var world = new SimulatedWorld(epoch);
        live = new LiveWorld(world, machine, reporter);
        calls = new HttpsCalls(machine);
        var webhooks = new WebhookAccess(calls, WebhookServices.Routing.ENDPOINT, metrics);
        ledger = new EvictionLedger(world);
        var parts = new ClusterParts(
                PlayedKinds.stored(epoch), 1, ledger, new OpenSubstitutes(live, webhooks, reporter), true);
        ClusterSettings settings =
                ClusterSettings.standard(options.seed(), options.semantics()).withEpoch(epoch);
        cluster = live.ask(() -> new SimulatedCluster(settings, parts, world));
        clock = new ClusterClock(live, world, machine);
        client = new ClusterClient(
                new OwnEndpoint(live, cluster),
                Caller.component("tenure-admin", List.of(Caller.SYSTEM_MASTERS, "system:authenticated"), MANAGER));
        live.ask(() -> {
            cluster.writeEachHeartbeat(options.port().isPresent());
            options.parts().forEach(part -> cluster.start(ClusterFaults.component(part)));
            return true;
        });
        socket = open(options, machine);
        faults = new ClusterFaults(live, cluster, socket);
    }

    private Optional<ClusterSocket> open(TenureOptions options, TimeSource machine) {
        if (options.port().isEmpty()) {
            return Optional.empty();
        }
        var pages = new ComponentPages();
        SimulatedCluster.PAGES.forEach(page ->
                pages.show(page, (path, query) -> live.ask(() -> cluster.page(page, path, query))));
        try {
            return Optional.of(new ClusterSocket(options.port().getAsInt(), cluster, pages, machine));
        } catch (IllegalStateException e) {
            end();
            throw e;
        }
    }

    private void makeNodes(TenureOptions options) {
        addNodes(options.nodes(), options.zones());
        boolean reporting = options.parts().contains(TenureOptions.Part.NODES)
                && options.parts().contains(TenureOptions.Part.CONTROLLERS);
        for (int looks = 0; reporting && !allReady(); looks++) {
            if (looks == LOOKS_MAX) {
                throw new IllegalStateException("the nodes are not ready after two minutes");
            }
            clock.advance(LOOK);
        }
        if (options.clock() instanceof TenureOptions.Clock.Running(double speed)) {
            clock.run(speed);
        }
    }

    /// Whether every node takes pods.
    private boolean allReady() {
        return nodes().stream().allMatch(node -> node.spec().taints().isEmpty());
    }

    /// What time it is in the cluster.
    public ClusterClock clock() {
        return clock;
    }

    /// What can be made to go wrong.
    public ClusterFaults faults() {
        return faults;
    }

    /// A client that may do everything, for what the other methods do not do. What follows from a write of it
    /// at once has happened when it returns.
    public ClusterClient client() {
        return client;
    }

    /// Where the socket is, for example `https://127.0.0.1:40123`.
    ///
    /// @throws IllegalStateException when the cluster was started without one
    public String address() {
        return opened().address();
    }

    /// A kubeconfig in YAML with which clients may do everything.
    ///
    /// @throws IllegalStateException when the cluster was started without a socket
    public String kubeconfig() {
        return opened().kubeconfig();
    }

    /// The same for a client of this process that goes through the socket.
    ///
    /// @throws IllegalStateException when the cluster was started without one
    public Connection connection() {
        return opened().connection();
    }

    private ClusterSocket opened() {
        return socket.orElseThrow(
                () -> new IllegalStateException("the cluster has no socket: start it with options.withSocket(0)"));
    }

    /// Creates or changes what manifests say, as `kubectl apply --server-side --force-conflicts` does.
    ///
    /// @param manifests YAML or JSON, one document or several, lists too; without a namespace they go to
    ///     `default`
    /// @throws RefusedWriteException when the API server refuses one; those before it stay
    /// @throws IllegalArgumentException when a document is no manifest, or of a kind that nobody serves
    public void apply(String manifests) {
        for (ObjectNode manifest : Manifests.read(manifests)) {
            apply(manifest);
        }
    }

    private void apply(ObjectNode manifest) {
        String kind = manifest.path("kind").asText();
        String version = manifest.path("apiVersion").asText();
        ResourceType type = cluster.server()
                .kinds()
                .get()
                .ofKind(version, kind)
                .map(KindEntry::type)
                .orElseThrow(() -> new IllegalArgumentException(
                        "nobody serves the kind \"%s\" of \"%s\"".formatted(kind, version)));
        String name = manifest.at("/metadata/name").asText();
        String written = manifest.at("/metadata/namespace").asText();
        String namespace = !type.namespaced() ? "" : written.isEmpty() ? DEFAULT_NAMESPACE : written;
        var target = new Target(type.group(), type.version(), type.resource(), namespace, name, "");
        done(
                "%s \"%s\"".formatted(kind, name),
                client.call(
                        Verb.PATCH,
                        target,
                        Map.of("fieldManager", MANAGER, "force", "true"),
                        new Body(Body.APPLY_PATCH, Document.of(manifest))));
    }

    /// Deletes an object, as `kubectl delete` does. Nothing happens when there is none.
    ///
    /// @param namespace empty for what is in none
    /// @throws RefusedWriteException when the API server refuses it
    public void delete(ResourceType type, String namespace, String name) {
        ApiReply reply = client.delete(type, namespace, name, Document.of(Json.object()));
        if (!reply.succeededOrGone()) {
            done("%s \"%s\"".formatted(type.kind(), name), reply);
        }
    }

    /// Adds, changes or removes a taint, as `kubectl taint nodes NODE EDIT --overwrite` does.
    ///
    /// @param edit `key=value:Effect` or `key:Effect` adds one, `key-` or `key:Effect-` removes one
    /// @throws IllegalArgumentException when it is none of these, or there is no such node
    public void taint(String node, String edit) {
        TaintEdit parsed = TaintEdit.parse(edit);
        ApiReply reply = TaintCalls.edit(
                client,
                node,
                found -> new TermEdit.After(parsed.appliedTo(found.spec().taints()), Map.of()));
        if (reply.isNotFound()) {
            throw new IllegalArgumentException("there is no node \"" + node + "\"");
        }
        done("node \"" + node + "\"", reply);
    }

    /// Adds nodes, numbered on from the last of those that there are.
    ///
    /// @param zones they stand in `zone-1` and so on in turn; 0: in none
    public void addNodes(int count, int zones) {
        int before = nodes().stream()
                .mapToInt(node -> NumberedNode.number(node.name()))
                .max()
                .orElse(0);
        for (int number = before + 1; number <= before + count; number++) {
            ObjectNode manifest = NumberedNode.manifest(number, zones);
            if (client.create(ResourceTypes.NODES, "", Document.of(manifest))
                    instanceof ApiReply.Failure(var status, var _)) {
                throw new RefusedWriteException("node-" + number, status);
            }
        }
    }

    /// Stops a node: it falls silent and its pods stand still.
    public void stopNode(String node) {
        breakNode(node, Fault.STOPPED);
    }

    /// Cuts a node off: it and its pods run on but reach nobody.
    public void partitionNode(String node) {
        breakNode(node, Fault.PARTITIONED);
    }

    /// Mends a node that was stopped or cut off.
    public void startNode(String node) {
        breakNode(node, Fault.NONE);
    }

    private void breakNode(String node, Fault fault) {
        ObjectNode patch = Json.object();
        ObjectNode annotations = patch.putObject("metadata").putObject("annotations");
        if (fault == Fault.NONE) {
            annotations.putNull(ManagedNodeRule.FAULT);
        } else {
            annotations.put(ManagedNodeRule.FAULT, fault.word());
        }
        done("node \"" + node + "\"", patchNode(node, patch));
    }

    private ApiReply patchNode(String node, ObjectNode patch) {
        return client.patch(ResourceTypes.NODES, "", node, "", new Body(Body.MERGE_PATCH, Document.of(patch)));
    }

    /// One object.
    ///
    /// @param namespace empty for what is in none
    /// @return absent when there is none
    public Optional<StoredObject> find(ResourceType type, String namespace, String name) {
        return switch (client.get(type, namespace, name)) {
            case ApiReply.One(var _, StoredObject object, var _) -> Optional.of(object);
            case ApiReply.Failure(var status, var _) when status.isNotFound() -> Optional.empty();
            case ApiReply.Failure(var status, var _) -> throw new RefusedWriteException(name, status);
            case ApiReply.Many _, ApiReply.Document _ ->
                throw new IllegalStateException("the server answers something else than an object");
        };
    }

    /// All objects of a kind, in order of namespace and name.
    ///
    /// @param namespace empty for all namespaces
    public List<StoredObject> list(ResourceType type, String namespace) {
        return switch (client.list(type, namespace, Map.of())) {
            case ApiReply.Many many -> many.items();
            case ApiReply.Failure(var status, var _) -> throw new RefusedWriteException(type.resource(), status);
            case ApiReply.One _, ApiReply.Document _ ->
                throw new IllegalStateException("the server answers something else than a list");
        };
    }

    public Optional<Pod> pod(String namespace, String name) {
        return find(ResourceTypes.PODS, namespace, name).map(found -> found.view(Pod.class));
    }

    /// @param namespace empty for all namespaces
    public List<Pod> pods(String namespace) {
        return list(ResourceTypes.PODS, namespace).stream()
                .map(found -> found.view(Pod.class))
                .toList();
    }

    public Optional<Node> node(String name) {
        return find(ResourceTypes.NODES, "", name).map(found -> found.view(Node.class));
    }

    public List<Node> nodes() {
        return list(ResourceTypes.NODES, "").stream()
                .map(found -> found.view(Node.class))
                .toList();
    }

    /// The pods that were told to go before their time, whatever the cause, in this order; those that are
    /// gone too.
    public List<EvictedPod> evictions() {
        return ledger.evicted();
    }

    /// The evictions because of taints that lie ahead, each with its moment; none while the controllers do
    /// not run.
    public List<ComingEviction> comingEvictions() {
        return live.ask(cluster::comingEvictions);
    }

    private static void done(String about, ApiReply reply) {
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            throw new RefusedWriteException(about, status);
        }
    }

    /// Ends everything; what the cluster held is gone.
    @Override
    public void close() {
        socket.ifPresent(ClusterSocket::close);
        end();
    }

    private void end() {
        live.close();
        calls.close();
    }
}
