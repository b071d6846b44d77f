package dev.tenure.plan.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.client.ClusterClient;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.apps.Deployment;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiEndpoint;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Caller;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.WatchReply;
import dev.tenure.plan.change.Change.DrainOptions;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.sim.scenario.Manifests;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.sim.world.StoredForms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ChangePlayerTest {
    private static final String NODE = "{apiVersion: v1, kind: Node, metadata: {name: %s}}";
    private static final String WEB = """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: default}
        spec:
          replicas: %d
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: main, image: web}]}
        """;
    private static final String BUDGET = """
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: web, namespace: default}
        spec: {minAvailable: 2, selector: {matchLabels: {app: web}}}
        """;

    private final SimulatedCluster cluster = new SimulatedCluster(ClusterSettings.standard(1, Semantics.DOCUMENTED));
    private final ChangePlayer player = new ChangePlayer(cluster, new StoredForms());

    private void start(String... manifests) {
        cluster.startControllers();
        cluster.startScheduler();
        cluster.startNodes();
        cluster.settle();
        for (String manifest : manifests) {
            apply(manifest);
        }
        cluster.advance(Duration.ofSeconds(30));
    }

    private void apply(String manifest) {
        play(new Change.Apply(Manifests.read(manifest), "default"));
    }

    private void play(Change change) {
        player.play(change, _ -> Optional.empty());
        cluster.settle();
    }

    private List<Pod> pods() {
        return cluster.client().list(ResourceTypes.PODS, "", Map.of()) instanceof ApiReply.Many many
                ? many.items().stream().map(object -> object.view(Pod.class)).toList()
                : List.of();
    }

    private Node node(String name) {
        if (cluster.client().get(ResourceTypes.NODES, "", name) instanceof ApiReply.One one) {
            return one.object().view(Node.class);
        }
        throw new AssertionError("there is no node " + name);
    }

    @Test
    void aDrainTriesAgainEveryFiveSecondsAndTellsWhatKeepsItStuck() {
        start(NODE.formatted("n1"), WEB.formatted(2), BUDGET);

        play(new Change.Drain(NodeChoice.named("n1"), DrainOptions.STANDARD));
        cluster.advance(Duration.ofMinutes(1));

        assertThat(node("n1").spec().unschedulable()).isTrue();
        assertThat(pods()).hasSize(2).noneMatch(pod -> pod.meta().deleting());
        assertThat(player.blocked()).hasSize(2);
        assertThat(player.notes()).allMatch(note -> note.contains("is stuck") && note.contains("disruption budget"));

        apply(NODE.formatted("n2"));
        apply(WEB.formatted(3));
        cluster.advance(Duration.ofSeconds(30));

        assertThat(player.blocked()).isEmpty();
        assertThat(player.notes()).isEmpty();
        assertThat(pods()).hasSize(3).allMatch(pod -> pod.spec().nodeName().equals("n2"));
    }

    @Test
    void aDrainIsRefusedForPodsThatWouldBeLost() {
        start(
                NODE.formatted("n1"),
                "{apiVersion: v1, kind: Pod, metadata: {name: alone}, spec: {containers: [{name: c, image: i}]}}");

        play(new Change.Drain(NodeChoice.named("n1"), DrainOptions.STANDARD));

        assertThat(player.notes())
                .containsExactly(
                        "drain of node n1 is refused: cannot delete Pods that declare no controller (use --force to"
                                + " override): default/alone");
        assertThat(pods()).hasSize(1);
    }

    @Test
    void aNodeThatTakesTooLongIsGivenUpAndTheNextOneIsDrained() {
        start(NODE.formatted("n1"), WEB.formatted(2), BUDGET);
        apply(NODE.formatted("n2"));
        play(new Change.Cordon(NodeChoice.named("n1"), true));
        apply(WEB.formatted(2).replace("web", "free"));
        cluster.advance(Duration.ofSeconds(30));
        apply(NODE.formatted("n3"));
        cluster.advance(Duration.ofSeconds(30));

        var options = new DrainOptions(false, false, false, -1, Duration.ofSeconds(60), "", false, 0);
        play(new Change.Drain(NodeChoice.named("n1", "n2"), options));
        cluster.advance(Duration.ofSeconds(59));
        assertThat(pods()).filteredOn(pod -> pod.spec().nodeName().equals("n2")).hasSize(2);
        cluster.advance(Duration.ofMinutes(2));

        assertThat(player.notes()).containsExactly("drain of node n1 reaches its --timeout of 60 s with 2 pods left");
        assertThat(player.blocked()).isEmpty();
        assertThat(pods()).extracting(pod -> pod.spec().nodeName()).containsOnly("n1", "n3");
    }

    @Test
    void manyNodesWithoutPodsAreDrainedInARow() {
        int nodes = 20_000;
        var names = new ArrayList<String>();
        for (int i = 0; i < nodes; i++) {
            names.add("absent-" + i);
        }
        var drain = new DrainRun(
                new DrainRun.Site(
                        cluster.client(), cluster.world().loop("many"), new ArrayList<>(), _ -> Optional.empty()),
                names,
                DrainOptions.STANDARD,
                1);

        drain.start();

        assertThat(drain.blocked()).isEmpty();
        assertThat(drain.stuck()).isEmpty();
    }

    @Test
    void taintsAreAddedReplacedAndRemovedAsByKubectl() {
        start(NODE.formatted("n1"));
        var nodes = NodeChoice.named("n1");
        play(new Change.TaintNodes(nodes, List.of(TaintEdit.parse("k=v:NoExecute")), false));

        assertThat(node("n1").spec().taints()).extracting(Object::toString).containsExactly("k=v:NoExecute");
        var other = new Change.TaintNodes(nodes, List.of(TaintEdit.parse("k=w:NoExecute")), false);
        assertThatThrownBy(() -> play(other))
                .isInstanceOf(ChangeException.class)
                .hasMessageContaining("--overwrite is false");
        play(new Change.TaintNodes(nodes, other.edits(), true));
        assertThat(node("n1").spec().taints()).extracting(Object::toString).containsExactly("k=w:NoExecute");
        play(new Change.TaintNodes(nodes, List.of(TaintEdit.parse("k-")), false));
        assertThat(node("n1").spec().taints()).isEmpty();
        var gone = new Change.TaintNodes(nodes, List.of(TaintEdit.parse("k-")), false);
        assertThatThrownBy(() -> play(gone)).hasMessage("node \"n1\": taint \"k\" not found");
        assertThatThrownBy(() -> TaintEdit.parse("k=v")).hasMessageContaining("is no taint");
        assertThatThrownBy(() -> TaintEdit.parse("k=v:Never")).hasMessageContaining("NoExecute");
    }

    @Test
    void aTaintThatComesMeanwhileStays() {
        start(NODE.formatted("n1"));
        var writes = new AtomicInteger();
        ApiEndpoint between = new Passing(request -> {
            if (request.verb() == Verb.PATCH && writes.incrementAndGet() == 1) {
                play(new Change.TaintNodes(
                        NodeChoice.named("n1"), List.of(TaintEdit.parse("meanwhile:NoSchedule")), false));
            }
            return cluster.endpoint().call(request);
        });

        other(between)
                .play(
                        new Change.TaintNodes(NodeChoice.named("n1"), List.of(TaintEdit.parse("k=v:NoExecute")), false),
                        _ -> Optional.empty());

        assertThat(node("n1").spec().taints())
                .extracting(Object::toString)
                .containsExactlyInAnyOrder("meanwhile:NoSchedule", "k=v:NoExecute");
    }

    @Test
    void whatAServerDoesNotTellIsNotTakenForAbsent() {
        start(NODE.formatted("n1"));
        var refused = new ApiReply.Failure(
                new Status(403, "Forbidden", "nodes is forbidden: no", Optional.empty()), List.of());
        ChangePlayer other = other(new Passing(_ -> refused));

        assertThatThrownBy(() -> other.chosen(NodeChoice.named("n1"))).hasMessage("nodes is forbidden: no");
        assertThatThrownBy(() -> other.chosen(NodeChoice.ofZone("a")))
                .hasMessage("nodes cannot be listed: nodes is forbidden: no");
        assertThatThrownBy(() -> player.chosen(new NodeChoice(List.of(), "a in (", false, Optional.empty())))
                .hasMessage("\"a in (\" is no selector of labels");
    }

    private ChangePlayer other(ApiEndpoint endpoint) {
        var client = new ClusterClient(endpoint, Caller.component("other", List.of("system:masters"), "test"));
        return new ChangePlayer(client, cluster.world().loop("other"), new StoredForms());
    }

    private record Passing(Function<ApiRequest, ApiReply> calls) implements ApiEndpoint {
        @Override
        public ApiReply call(ApiRequest request) {
            return calls.apply(request);
        }

        @Override
        public WatchReply watch(ApiRequest request) {
            throw new UnsupportedOperationException("nobody watches");
        }
    }

    @Test
    void applyRefusesWhatKubectlRefusesNamingTheObjectOnce() {
        start(NODE.formatted("n1"), WEB.formatted(1));

        for (String name : List.of("other", "web")) {
            String misspelt = WEB.formatted(1)
                    .replace("{name: web, ", "{name: " + name + ", ")
                    .replace("image:", "imagee: x, image:");
            assertThatThrownBy(() -> apply(misspelt))
                    .hasMessageStartingWith("Deployment \"" + name + "\": ")
                    .hasMessageContaining("unknown field \"spec.template.spec.containers[0].imagee\"");
        }
        assertThatThrownBy(() -> apply(NODE.formatted("N_1")))
                .hasMessageStartingWith("Node \"N_1\" is invalid: metadata.name");
    }

    @Test
    void scalingKnowsKubectlsNames() {
        start(NODE.formatted("n1"), WEB.formatted(1));
        play(new Change.Scale("deploy", "default", "web", 4));

        assertThat(cluster.client().get(ResourceTypes.DEPLOYMENTS, "default", "web"))
                .isInstanceOfSatisfying(
                        ApiReply.One.class,
                        one -> assertThat(one.object().view(Deployment.class).replicas())
                                .isEqualTo(4));
        assertThatThrownBy(() -> play(new Change.Scale("deploy", "default", "absent", 4)))
                .hasMessageContaining("deployments.apps \"absent\" not found");
        assertThatThrownBy(() -> play(new Change.Cordon(NodeChoice.ofZone("nowhere"), true)))
                .hasMessageContaining("no node is in zone \"nowhere\"");
    }
}
