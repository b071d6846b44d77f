package dev.tenure.sim.stage;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Supervisor;
import dev.tenure.runtime.time.Tick;
import dev.tenure.sim.world.ClusterParts;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// A simulated cluster with what a story needs: commands in one line, seconds since [#begin], and a note of
/// which pod was told to go when, and of every Event. Confined to one thread.
public final class Stage {
    private static final String NAMESPACE = "default";
    private static final double NANOS_PER_SECOND = 1e9;

    private final SimulatedCluster cluster;
    private final ClusterClient client;
    private final Map<String, Tick> leftAt = new LinkedHashMap<>();
    private final List<String> events = new ArrayList<>();
    private Tick zero = new Tick(0);

    /// A cluster with running controllers and simulated kubelets for all nodes.
    public Stage(ClusterSettings settings) {
        this(settings, ClusterParts.PLAIN);
    }

    public Stage(ClusterSettings settings, ClusterParts parts) {
        cluster = new SimulatedCluster(settings, parts);
        client = cluster.client();
        for (String namespace : List.of("default", "kube-system", "kube-node-lease")) {
            var object = StageManifests.json("{'metadata': {'name': '%s'}}".formatted(namespace));
            client.create(ResourceTypes.NAMESPACES, "", Document.of(object));
        }
        cluster.startControllers();
        cluster.startNodes();
        watch();
        cluster.advance(Duration.ofSeconds(1));
    }

    public static Stage of(Semantics semantics) {
        return new Stage(ClusterSettings.standard(1, semantics));
    }

    private void watch() {
        new Supervisor("audience", cluster.world().loop("audience"), this::watch).start();
    }

    private Runnable watch(EventLoop loop) {
        var pods = new Informer(loop, client, Informer.Selection.all(ResourceTypes.PODS), new InformerHandler() {
            @Override
            public void changed(Optional<StoredObject> before, StoredObject after) {
                if (after.header().deleting()) {
                    deleted(after);
                }
            }

            @Override
            public void deleted(StoredObject last) {
                leftAt.putIfAbsent(last.key().name(), cluster.world().now());
            }
        });
        var recorded = new Informer(loop, client, Informer.Selection.all(ResourceTypes.EVENTS), new InformerHandler() {
            @Override
            public void changed(Optional<StoredObject> before, StoredObject after) {
                JsonNode event = Json.readObject(after.json());
                events.add(event.path("reason").asText() + ": "
                        + event.path("message").asText());
            }

            @Override
            public void deleted(StoredObject last) {
                // an Event that was told stays told
            }
        });
        return () -> {
            pods.start();
            recorded.start();
        };
    }

    public SimulatedCluster cluster() {
        return cluster;
    }

    public ClusterClient client() {
        return client;
    }

    /// From here the seconds of the story are counted.
    public Stage begin() {
        zero = cluster.world().now();
        return this;
    }

    /// Lets time pass until the story shows this second.
    public Stage at(double second) {
        Duration until = Duration.ofNanos(Math.round(second * NANOS_PER_SECOND));
        cluster.advance(zero.plus(until).since(cluster.world().now()));
        return this;
    }

    /// Lets so many seconds pass.
    public Stage pass(double seconds) {
        cluster.advance(Duration.ofNanos(Math.round(seconds * NANOS_PER_SECOND)));
        return this;
    }

    /// Lets time pass in steps of 0.1 s until something is so, at most so many seconds.
    ///
    /// @return the second of the story at which it was so
    public double until(BooleanSupplier something, double secondsMax) {
        Tick end = cluster.world().now().plus(Duration.ofNanos(Math.round(secondsMax * NANOS_PER_SECOND)));
        while (!something.getAsBoolean()) {
            if (cluster.world().now().isAfter(end)) {
                throw new IllegalStateException("it has not come about within %s s".formatted(secondsMax));
            }
            cluster.advance(Duration.ofMillis(100));
        }
        return cluster.world().now().since(zero).toNanos() / NANOS_PER_SECOND;
    }

    public Stage create(ResourceType type, ObjectNode object) {
        succeed(client.create(type, type.namespaced() ? NAMESPACE : "", Document.of(object)));
        cluster.settle();
        return this;
    }

    public Stage node(String name) {
        return node(name, "z");
    }

    public Stage node(String name, String zone) {
        return create(ResourceTypes.NODES, StageManifests.node(name, zone));
    }

    public Stage nodes(String zone, int count) {
        for (int i = 0; i < count; i++) {
            node(zone + "-" + i, zone);
        }
        return this;
    }

    /// A pod on node `n`.
    public Stage pod(String name, String... tolerations) {
        return create(ResourceTypes.PODS, StageManifests.pod(name, "n", list(tolerations)));
    }

    private static String list(String... items) {
        return "[" + String.join(", ", items) + "]";
    }

    /// Replaces the taints of node `n`.
    public Stage taints(String... taints) {
        String all = list(Stream.of(taints).map(StageManifests::taint).toArray(String[]::new));
        return patch(ResourceTypes.NODES, "n", "{'spec': {'taints': %s}}".formatted(all));
    }

    public Stage tolerations(String pod, String... tolerations) {
        return patch(ResourceTypes.PODS, pod, "{'spec': {'tolerations': %s}}".formatted(list(tolerations)));
    }

    /// Stops or repairs the kubelet of a node.
    ///
    /// @param fault `stopped`, `partitioned`, or empty
    public Stage fault(String node, String fault) {
        return patch(
                ResourceTypes.NODES,
                node,
                "{'metadata': {'annotations': {'tenure.dev/fault': '%s'}}}".formatted(fault));
    }

    /// A merge patch.
    public Stage patch(ResourceType type, String name, String patch) {
        return patch(type, name, "", patch);
    }

    public Stage patch(ResourceType type, String name, String subresource, String patch) {
        var body = new Body(Body.MERGE_PATCH, Json.write(StageManifests.json(patch)));
        succeed(client.patch(type, type.namespaced() ? NAMESPACE : "", name, subresource, body));
        cluster.settle();
        return this;
    }

    public Stage delete(ResourceType type, String name, String options) {
        var document = Document.of(StageManifests.json(options));
        succeed(client.delete(type, type.namespaced() ? NAMESPACE : "", name, document));
        cluster.settle();
        return this;
    }

    private static void succeed(ApiReply reply) {
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            throw new IllegalStateException("refused: " + status);
        }
    }

    /// The second at which the pod was told to go; absent when it was not.
    public Optional<Double> left(String pod) {
        return Optional.ofNullable(leftAt.get(pod)).map(at -> at.since(zero).toNanos() / NANOS_PER_SECOND);
    }

    /// Every Event so far, as `reason: message`, in order.
    public List<String> events() {
        return List.copyOf(events);
    }

    public List<String> events(String reason) {
        return events.stream().filter(event -> event.startsWith(reason + ": ")).toList();
    }

    public Optional<StoredObject> find(ResourceType type, String name) {
        return client.get(type, type.namespaced() ? NAMESPACE : "", name)
                        instanceof ApiReply.One(var _, StoredObject object, var _)
                ? Optional.of(object)
                : Optional.empty();
    }

    public Pod seePod(String name) {
        return find(ResourceTypes.PODS, name).orElseThrow().view(Pod.class);
    }

    public Node seeNode(String name) {
        return find(ResourceTypes.NODES, name).orElseThrow().view(Node.class);
    }

    public List<StoredObject> all(ResourceType type) {
        return client.list(type, "", Map.of()) instanceof ApiReply.Many many ? many.items() : List.of();
    }

    /// The taints of a node as text, in order.
    public List<String> taintsOf(String node) {
        return seeNode(node).spec().taints().stream().map(Taint::toString).toList();
    }

    /// Nodes that carry the taint, by name.
    public List<String> nodesWith(String taint) {
        return all(ResourceTypes.NODES).stream()
                .map(node -> node.view(Node.class))
                .filter(node ->
                        node.spec().taints().stream().anyMatch(t -> t.toString().equals(taint)))
                .map(Node::name)
                .toList();
    }

    /// The word of a node's condition; empty without it.
    public String condition(String node, String type) {
        return seeNode(node)
                .condition(type)
                .map(Condition::status)
                .map(Condition.Truth::word)
                .orElse("");
    }
}
