package dev.tenure.controllers.daemonset;

import static dev.tenure.model.meta.ResourceTypes.CONTROLLER_REVISIONS;
import static dev.tenure.model.meta.ResourceTypes.DAEMON_SETS;
import static dev.tenure.model.meta.ResourceTypes.NODES;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.rules.feature.FeatureGates;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DaemonSetLoopTest {
    private static final String MAKE = "create pods default";
    private static final String GPU = "taints: [{key: gpu, effect: %s}]";

    private final LoopStage stage = new LoopStage(DAEMON_SETS, CONTROLLER_REVISIONS, PODS, NODES);
    private final DaemonSetLoop loop = new DaemonSetLoop(stage.context(), FeatureGates.STANDARD);
    private int generation;

    private void set(String image, String meta, String selector) {
        stage.put(DAEMON_SETS, """
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: agent, namespace: default, uid: of-agent, generation: %d%s}
                spec:
                  selector: {%s}
                  updateStrategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: 1}}
                  template: {metadata: {labels: {app: agent}}, spec: {containers: [{name: c, image: %s}]}}
                """.formatted(++generation, meta, selector, image));
    }

    private void set(String image) {
        set(image, "", "matchLabels: {app: agent}");
    }

    private void node(String name, String spec) {
        stage.put(NODES, "{kind: Node, metadata: {name: %s, labels: {}}, spec: {%s}}".formatted(name, spec));
    }

    private List<ObjectNode> pods() {
        return stage.all(PODS);
    }

    /// Binds the pods that are there, and reports them as their nodes do.
    private void run(String phase, boolean ready) {
        for (ObjectNode pod : pods()) {
            pod.withObject("/spec").put("nodeName", target(pod));
            ObjectNode status = pod.putObject("status").put("phase", phase);
            status.putArray("conditions")
                    .addObject()
                    .put("type", "Ready")
                    .put("status", ready ? "True" : "False")
                    .put("lastTransitionTime", "2026-01-01T00:00:00Z");
            stage.api().put(PODS, "default", pod);
        }
        stage.advance(Duration.ZERO);
    }

    /// The node that a pod is made for.
    private static String target(JsonNode pod) {
        return pod.at("/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/nodeSelectorTerms/0")
                .at("/matchFields/0/values/0")
                .asText();
    }

    private List<String> targets() {
        return pods().stream().map(DaemonSetLoopTest::target).sorted().toList();
    }

    private JsonNode told() {
        return stage.the(DAEMON_SETS, "default", "agent").path("status");
    }

    @Test
    void eachNodeGetsOnePod() {
        node("n1", "");
        node("n2", "");
        set("a");
        stage.begin(loop::start);
        assertThat(targets()).containsExactly("n1", "n2");
        assertThat(told().path("desiredNumberScheduled").asInt()).isEqualTo(2);
        assertThat(stage.events()).hasSize(2).allMatch(event -> event.startsWith("SuccessfulCreate: "));
        node("n3", "");
        assertThat(targets()).containsExactly("n1", "n2", "n3");
    }

    @Test
    void aTaintThatIsNotToleratedKeepsPodsAway() {
        node("n1", GPU.formatted("NoSchedule"));
        set("a");
        stage.begin(loop::start);
        assertThat(targets()).isEmpty();
        node("n1", "");
        assertThat(targets()).containsExactly("n1");
        run("Running", true);
        stage.writes();
        node("n1", GPU.formatted("NoSchedule"));
        assertThat(targets()).as("who is there stays").containsExactly("n1");
        node("n1", GPU.formatted("NoExecute"));
        assertThat(targets()).isEmpty();
    }

    @Test
    void anUnchangedNodeWakesNobody() {
        node("n1", "");
        set("a");
        stage.begin(loop::start);
        stage.writes();
        stage.put(NODES, "{kind: Node, metadata: {name: n1, labels: {}, annotations: {a: b}}}");
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aNewTemplateReplacesOnePodAfterAnother() {
        node("n1", "");
        node("n2", "");
        set("a");
        stage.begin(loop::start);
        run("Running", true);
        stage.writes();
        set("b");
        assertThat(stage.api().all(CONTROLLER_REVISIONS)).hasSize(2);
        assertThat(pods()).as("one is replaced, and is not ready yet").hasSize(2);
        assertThat(pods().stream().filter(pod -> pod.path("status").has("phase")))
                .hasSize(1);
        run("Running", true);
        run("Running", true);
        assertThat(pods())
                .allMatch(pod -> pod.at("/spec/containers/0/image").asText().equals("b"));
    }

    @Test
    void aFailedPodIsReplacedAndToldOf() {
        node("n1", "");
        set("a");
        stage.begin(loop::start);
        run("Failed", false);
        assertThat(stage.events()).anyMatch(event -> event.startsWith("FailedDaemonPod: Found failed daemon pod"));
        assertThat(pods()).allMatch(pod -> !pod.at("/status/phase").asText().equals("Failed"));
        run("Failed", false);
        assertThat(pods())
                .as("the next time after a pause")
                .allMatch(pod -> pod.at("/status/phase").asText().equals("Failed"));
        stage.advance(Duration.ofSeconds(2));
        assertThat(pods())
                .hasSize(1)
                .allMatch(pod -> !pod.at("/status/phase").asText().equals("Failed"));
    }

    @Test
    void podsThatMatchAreAdoptedAndThoseThatDoNotAreLetGo() {
        stage.put(PODS, "{kind: Pod, metadata: {name: stray, namespace: default, labels: {app: agent}}}");
        set("a");
        stage.begin(loop::start);
        assertThat(stage.writes().getFirst()).isEqualTo("patch pods default/stray");
        node("n1", "");
        run("Running", true);
        String own = stage.api().all(PODS).getFirst().key().name();
        stage.edit(
                PODS,
                "default",
                own,
                pod -> pod.withObject("/metadata").putObject("labels").put("app", "other"));
        assertThat(stage.api().get(PODS, "default", own).orElseThrow().header().ownerUids())
                .isEmpty();
        assertThat(targets()).as("it is replaced").containsExactly("", "n1", "n1");
    }

    @Test
    void aSetThatSelectsAllIsRefused() {
        node("n1", "");
        set("a", "", "");
        stage.begin(loop::start);
        assertThat(stage.writes()).isEmpty();
        assertThat(stage.events())
                .containsExactly(
                        "SelectingAll: This daemon set is selecting all pods. A non-empty selector is required.");
    }

    @Test
    void aSetThatIsBeingDeletedMakesNothing() {
        node("n1", "");
        set("a", ", deletionTimestamp: \"2026-01-01T00:00:00Z\"", "matchLabels: {app: agent}");
        stage.begin(loop::start);
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aRefusedPodIsTriedAgain() {
        node("n1", "");
        set("a");
        stage.refuseWrites(PODS, status(500, "InternalError"));
        stage.begin(loop::start);
        assertThat(stage.writes()).contains(MAKE);
        assertThat(stage.events()).contains("FailedCreate: Error creating: InternalError for a test");
        stage.refuseNothing();
        stage.advance(Duration.ofMinutes(1));
        assertThat(targets()).containsExactly("n1");
    }
}
