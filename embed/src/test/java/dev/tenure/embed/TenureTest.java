package dev.tenure.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.embed.TenureOptions.Part;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ResourceTypes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/// What a cluster inside a test does, on a clock that stands until it is moved.
class TenureTest {
    private static final Duration LONG = Duration.ofMinutes(20);
    private static final String WEB = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              replicas: 3
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: main, image: nginx}]}
            """;
    private static final String PATIENT = """
            apiVersion: v1
            kind: Pod
            metadata: {name: patient}
            spec:
              nodeName: node-1
              containers: [{name: main, image: nginx}]
              tolerations: [{key: k, operator: Exists, effect: NoExecute, tolerationSeconds: 3600}]
            """;

    private static List<Pod> running(Tenure cluster) {
        return cluster.pods("default").stream()
                .filter(pod -> pod.status().phase() == PodPhase.RUNNING
                        && pod.meta().deletion().isEmpty())
                .toList();
    }

    @Test
    void aDeploymentRuns() {
        try (Tenure cluster = Tenure.start()) {
            cluster.apply(WEB);

            assertThat(cluster.clock().await(LONG, () -> running(cluster).size() == 3))
                    .hasValueSatisfying(took -> assertThat(took).isLessThan(Duration.ofSeconds(5)));
        }
    }

    private static final String CALM = """
            apiVersion: tenure.dev/v1alpha1
            kind: TaintEvictionPolicy
            metadata: {name: calm}
            spec:
              taints: [{key: k, operator: Exists}]
              maxStaySeconds: 60
              paused: true
            """;

    @Test
    void aPolicyShortensAStayAndHoldsThePod() {
        try (Tenure cluster = Tenure.start()) {
            cluster.apply(CALM);
            cluster.apply(PATIENT);
            cluster.clock().advance(Duration.ofSeconds(10));
            cluster.taint("node-1", "k=v:NoExecute");
            cluster.clock().advance(Duration.ofSeconds(59));

            assertThat(cluster.comingEvictions())
                    .singleElement()
                    .satisfies(coming -> assertThat(coming.change()).hasValueSatisfying(change -> {
                        assertThat(change.policy()).isEqualTo("calm");
                        assertThat(change.stay()).isEqualTo(Duration.ofMinutes(1));
                    }));

            cluster.clock().advance(Duration.ofMinutes(10));
            assertThat(cluster.comingEvictions())
                    .singleElement()
                    .satisfies(coming ->
                            assertThat(coming.hold()).map(Object::toString).contains("policy calm is paused"));

            cluster.apply(CALM.replace("true", "false"));
            cluster.clock().advance(Duration.ofSeconds(1));
            assertThat(leaves(cluster)).isTrue();
        }
    }

    @Test
    void aPolicyMakesPodsLeaveForATaintThatOnlyKeepsNewOnesAway() {
        try (Tenure cluster = Tenure.start()) {
            cluster.apply(CALM.replace("paused: true", "alsoEvictFor: [NoSchedule]\n  spare: []"));
            cluster.apply(PATIENT);
            cluster.clock().advance(Duration.ofSeconds(10));
            cluster.taint("node-1", "k=v:NoSchedule");
            cluster.clock().advance(Duration.ofSeconds(5));

            assertThat(cluster.evictions())
                    .singleElement()
                    .satisfies(pod -> assertThat(pod.taints())
                            .singleElement()
                            .satisfies(taint -> assertThat(taint.key()).isEqualTo("k")));
        }
    }

    @Test
    void aPodLeavesAtTheSecond() {
        try (Tenure cluster = Tenure.start()) {
            cluster.apply(PATIENT);
            cluster.clock().advance(Duration.ofSeconds(10));

            cluster.taint("node-1", "k=v:NoExecute");
            Instant tainted = cluster.clock().wall();
            cluster.clock().advance(Duration.ofSeconds(1));

            assertThat(cluster.comingEvictions()).singleElement().satisfies(coming -> {
                assertThat(coming.pod()).isEqualTo("patient");
                assertThat(coming.deadline()).isEqualTo(tainted.plusSeconds(3600));
            });
            cluster.clock().await(Duration.ofHours(2), () -> leaves(cluster));
            assertThat(cluster.clock().wall())
                    .isBetween(
                            tainted.plusSeconds(3600), tainted.plusSeconds(3600).plusMillis(100));
        }
    }

    private static boolean leaves(Tenure cluster) {
        return cluster.pod("default", "patient")
                .map(pod -> pod.meta().deletion().isPresent())
                .orElse(true);
    }

    @Test
    void aTaintThatGoesCallsTheEvictionOff() {
        try (Tenure cluster = Tenure.start()) {
            cluster.apply(PATIENT);
            cluster.taint("node-1", "k=v:NoExecute");
            cluster.clock().advance(Duration.ofMinutes(59));
            cluster.taint("node-1", "k-");
            cluster.clock().advance(Duration.ofDays(1));

            assertThat(cluster.pod("default", "patient")).isPresent();
            assertThat(cluster.comingEvictions()).isEmpty();
        }
    }

    @Test
    void aNodeFallsSilent() {
        try (Tenure cluster = Tenure.start(TenureOptions.standing().withNodes(4).withZones(2))) {
            cluster.apply(WEB);
            cluster.clock().await(LONG, () -> running(cluster).size() == 3);
            String lost = running(cluster).getFirst().spec().nodeName();

            cluster.stopNode(lost);
            assertThat(cluster.clock().await(LONG, () -> unreachable(cluster, lost)))
                    .hasValueSatisfying(
                            silent -> assertThat(silent).isBetween(Duration.ofSeconds(40), Duration.ofSeconds(65)));
            assertThat(cluster.clock()
                            .await(
                                    LONG,
                                    () -> running(cluster).stream()
                                                    .filter(pod -> !pod.spec()
                                                            .nodeName()
                                                            .equals(lost))
                                                    .count()
                                            == 3))
                    .hasValueSatisfying(
                            gone -> assertThat(gone).isBetween(Duration.ofSeconds(295), Duration.ofSeconds(310)));

            cluster.startNode(lost);
            assertThat(cluster.clock().await(LONG, () -> !unreachable(cluster, lost)))
                    .isPresent();
        }
    }

    private static boolean unreachable(Tenure cluster, String node) {
        return cluster.node(node).map(Node::spec).orElseThrow().taints().stream()
                .anyMatch(taint -> taint.key().equals("node.kubernetes.io/unreachable")
                        && taint.effect().word().equals("NoExecute"));
    }

    /// A controller of Kubernetes begins the stay anew when it is restarted.
    private static final String SHORT = """
            apiVersion: v1
            kind: Pod
            metadata: {name: short}
            spec:
              nodeName: node-1
              restartPolicy: Never
              containers: [{name: main, image: busybox, command: [sleep, '60']}]
            """;

    /// A pod that has a minute to run, on a node of which nothing is heard for five.
    private static Pod ranMeanwhile(BiConsumer<Tenure, String> fault) {
        try (Tenure cluster = Tenure.start()) {
            cluster.apply(SHORT);
            cluster.clock().advance(Duration.ofSeconds(10));
            fault.accept(cluster, "node-1");
            cluster.clock().advance(Duration.ofMinutes(2));
            assertThat(cluster.node("node-1").orElseThrow().spec().taints())
                    .extracting(Taint::key)
                    .contains("node.kubernetes.io/unreachable");
            assertThat(cluster.pod("default", "short").orElseThrow().status().phase())
                    .isEqualTo(PodPhase.RUNNING);

            cluster.startNode("node-1");
            cluster.clock().advance(Duration.ofSeconds(5));
            assertThat(cluster.node("node-1").orElseThrow().spec().taints()).isEmpty();
            return cluster.pod("default", "short").orElseThrow();
        }
    }

    @Test
    void podsOfANodeThatIsCutOffRunOn() {
        assertThat(ranMeanwhile(Tenure::partitionNode).status().phase()).isEqualTo(PodPhase.SUCCEEDED);
    }

    @Test
    void podsOfANodeThatIsStoppedStandStill() {
        assertThat(ranMeanwhile(Tenure::stopNode).status().phase()).isEqualTo(PodPhase.RUNNING);
    }

    @Test
    void semanticsAreChosen() {
        assertThat(stayedWithRestart(Semantics.DOCUMENTED)).isLessThanOrEqualTo(Duration.ofSeconds(3601));
        assertThat(stayedWithRestart(Semantics.KUBERNETES_1_36)).isGreaterThan(Duration.ofSeconds(5399));
    }

    private static Duration stayedWithRestart(Semantics semantics) {
        try (Tenure cluster = Tenure.start(TenureOptions.standing().withSemantics(semantics))) {
            cluster.apply(PATIENT);
            cluster.taint("node-1", "k=v:NoExecute");
            Instant begun = cluster.clock().wall();
            cluster.clock().advance(Duration.ofMinutes(30));
            cluster.faults().kill(Part.CONTROLLERS);
            cluster.faults().start(Part.CONTROLLERS);
            cluster.clock().await(Duration.ofHours(3), () -> leaves(cluster));
            return Duration.between(begun, cluster.clock().wall());
        }
    }

    @Test
    void equalCallsGiveEqualRuns() {
        assertThat(history()).isEqualTo(history());
    }

    private static List<String> history() {
        try (Tenure cluster = Tenure.start(TenureOptions.standing().withNodes(5).withSeed(7))) {
            cluster.apply(WEB);
            cluster.clock().advance(Duration.ofMinutes(1));
            cluster.stopNode("node-2");
            cluster.taint("node-1", "k=v:NoExecute");
            cluster.clock().advance(Duration.ofMinutes(20));
            return cluster.pods("").stream()
                    .map(pod -> pod.meta().name() + " " + pod.meta().uid() + " "
                            + pod.spec().nodeName() + " " + pod.meta().creationTimestamp())
                    .toList();
        }
    }

    @Test
    void partsCanBeMissing() {
        try (Tenure cluster = Tenure.start(TenureOptions.standing().withParts(Set.of(Part.NODES)))) {
            cluster.apply(WEB);
            cluster.clock().advance(Duration.ofMinutes(1));

            assertThat(cluster.pods("")).isEmpty();
            assertThat(cluster.nodes()).hasSize(3);
        }
    }

    @Test
    void taintsAreEdited() {
        try (Tenure cluster = Tenure.start()) {
            cluster.taint("node-1", "a=1:NoSchedule");
            cluster.taint("node-1", "b:NoExecute");
            cluster.taint("node-1", "a=2:NoSchedule");

            assertThat(taints(cluster)).containsExactlyInAnyOrder("a=2:NoSchedule", "b=:NoExecute");

            cluster.taint("node-1", "b-");
            assertThat(taints(cluster)).containsExactly("a=2:NoSchedule");
            assertThatIllegalArgumentException().isThrownBy(() -> cluster.taint("node-1", "a=2"));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> cluster.taint("node-9", "a=2:NoSchedule"))
                    .withMessage("there is no node \"node-9\"");
        }
    }

    private static List<String> taints(Tenure cluster) {
        return cluster.node("node-1").orElseThrow().spec().taints().stream()
                .map(TenureTest::text)
                .toList();
    }

    private static String text(Taint taint) {
        return taint.key() + "=" + taint.value() + ":" + taint.effect().word();
    }

    @Test
    void whatIsRefusedIsTold() {
        try (Tenure cluster = Tenure.start()) {
            assertThatThrownBy(() -> cluster.apply("""
                            apiVersion: v1
                            kind: Pod
                            metadata: {name: empty}
                            spec: {containers: []}
                            """))
                    .isInstanceOfSatisfying(RefusedWriteException.class, refused -> {
                        assertThat(refused)
                                .hasMessageContaining("Pod \"empty\"")
                                .hasMessageContaining("spec.containers");
                        assertThat(refused.status().code()).isEqualTo(422);
                    });
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> cluster.apply("{apiVersion: v1, kind: Nothing}"))
                    .withMessage("nobody serves the kind \"Nothing\" of \"v1\"");
        }
    }

    @Test
    void whatIsDeletedIsGone() {
        try (Tenure cluster = Tenure.start()) {
            cluster.apply(WEB);
            cluster.clock().await(LONG, () -> running(cluster).size() == 3);

            cluster.delete(ResourceTypes.DEPLOYMENTS, "default", "web");
            cluster.delete(ResourceTypes.DEPLOYMENTS, "default", "web");

            assertThat(cluster.clock().await(LONG, () -> cluster.pods("").isEmpty()))
                    .isPresent();
        }
    }

    @Test
    void nodesAreAdded() {
        try (Tenure cluster = Tenure.start(TenureOptions.standing().withNodes(1).withZones(3))) {
            cluster.addNodes(2, 3);
            cluster.clock().advance(Duration.ofSeconds(10));

            assertThat(cluster.nodes())
                    .extracting(node -> node.meta().labels().get("topology.kubernetes.io/zone"))
                    .containsExactly("zone-1", "zone-2", "zone-3");

            cluster.delete(ResourceTypes.NODES, "", "node-2");
            cluster.addNodes(1, 3);
            assertThat(cluster.nodes()).extracting(Node::name).containsExactly("node-1", "node-3", "node-4");
        }
    }

    @Test
    void whatDoesNotComeIsNotWaitedForForEver() {
        try (Tenure cluster = Tenure.start()) {
            Instant begun = cluster.clock().wall();

            assertThat(cluster.clock().await(Duration.ofHours(1), () -> false)).isEmpty();
            assertThat(cluster.clock().wall()).isEqualTo(begun.plus(Duration.ofHours(1)));
        }
    }

    @Test
    void aClosedClusterSaysSo() {
        Tenure cluster = Tenure.start();
        cluster.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> cluster.clock().advance(Duration.ofSeconds(1)))
                .withMessage("the world is closed");
        assertThatIllegalStateException().isThrownBy(cluster::kubeconfig).withMessageContaining("withSocket");
    }
}
