package dev.tenure.controllers.nodereadiness;

import static dev.tenure.controllers.nodereadiness.ReadinessTypes.RULES;
import static dev.tenure.model.meta.ResourceTypes.NODES;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.wire.json.JsonNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class NodeReadinessLoopTest {
    private static final String FINALIZED = ", finalizers: [\"" + NodeReadinessRule.FINALIZER + "\"]";
    private static final String GONE = FINALIZED + ", deletionTimestamp: \"2026-01-01T00:00:00Z\"";

    private final LoopStage stage = new LoopStage(NODES, PODS, RULES);
    private final NodeReadinessLoop loop =
            new NodeReadinessLoop(stage.context(), new ReadinessMetrics(new PrometheusRegistry()));

    private void rule(String name, String mode, String meta, String more) {
        stage.put(RULES, """
                apiVersion: readiness.node.x-k8s.io/v1alpha1
                kind: NodeReadinessRule
                metadata: {name: %1$s, uid: of-%1$s%3$s}
                spec:
                  conditions: [{type: Net, requiredStatus: "True"}]
                  enforcementMode: %2$s
                  taint: {key: readiness.k8s.io/net, effect: NoSchedule}
                  nodeSelector: {matchLabels: {pool: a}}
                %4$s
                """.formatted(name, mode, meta, more.indent(2)));
    }

    private void node(String name, String pool, String net, String taints) {
        stage.put(NODES, """
                apiVersion: v1
                kind: Node
                metadata: {name: %s, labels: {pool: %s}}
                spec: {taints: [%s]}
                status: {conditions: [{type: Net, status: "%s"}]}
                """.formatted(name, pool, taints, net));
    }

    private boolean tainted(String node) {
        return stage.the(NODES, "", node).at("/spec/taints").toString().contains("readiness.k8s.io/net");
    }

    private void net(String node, String net) {
        stage.edit(
                NODES,
                "",
                node,
                tree -> tree.withObject("/status")
                        .putArray("conditions")
                        .addObject()
                        .put("type", "Net")
                        .put("status", net));
    }

    private JsonNode finalizers(String rule) {
        return stage.the(RULES, "", rule).at("/metadata/finalizers");
    }

    @Test
    void nodesOfARuleBearItsTaintWhileTheyAreNotReady() {
        node("n1", "a", "False", "{key: other, effect: NoSchedule}");
        node("n2", "a", "True", "");
        node("n3", "b", "False", "");
        rule("r", "continuous", "", "");
        stage.begin(loop::start);
        assertThat(finalizers("r").toString()).contains(NodeReadinessRule.FINALIZER);
        assertThat(tainted("n1")).isTrue();
        assertThat(stage.the(NODES, "", "n1").at("/spec/taints")).hasSize(2);
        assertThat(tainted("n2")).isFalse();
        assertThat(tainted("n3")).isFalse();
        assertThat(stage.events()).contains("TaintAdded: Taint 'readiness.k8s.io/net:NoSchedule' added by rule 'r'");
        net("n1", "True");
        net("n2", "False");
        assertThat(tainted("n1")).isFalse();
        assertThat(tainted("n2")).isTrue();
        assertThat(stage.events())
                .contains("TaintRemoved: Taint 'readiness.k8s.io/net:NoSchedule' removed by rule 'r'");
    }

    @Test
    void aRuleForTheStartLetsGoOfANodeThatWasReadyOnce() {
        node("n1", "a", "False", "");
        rule("r", "bootstrap-only", FINALIZED, "");
        stage.begin(loop::start);
        assertThat(tainted("n1")).isTrue();
        net("n1", "True");
        assertThat(tainted("n1")).isFalse();
        net("n1", "False");
        assertThat(tainted("n1")).isFalse();
    }

    @Test
    void aDryRunTaintsNothing() {
        node("n1", "a", "False", "");
        rule("r", "continuous", "", "dryRun: true");
        stage.begin(loop::start);
        assertThat(tainted("n1")).isFalse();
        assertThat(finalizers("r")).isEmpty();
    }

    @Test
    void aDeletedRuleTakesItsTaintsAlongAndGoes() {
        node("n1", "a", "False", "");
        rule("r", "continuous", FINALIZED, "");
        stage.begin(loop::start);
        assertThat(tainted("n1")).isTrue();
        rule("r", "continuous", GONE, "");
        assertThat(tainted("n1")).isFalse();
        assertThat(finalizers("r")).isEmpty();
    }

    @Test
    void aNodeThatLeavesTheRuleLosesTheTaint() {
        node("n1", "a", "False", "");
        rule("r", "continuous", FINALIZED, "");
        stage.begin(loop::start);
        stage.edit(NODES, "", "n1", tree -> tree.withObject("/metadata/labels").put("pool", "b"));
        assertThat(tainted("n1")).isFalse();
    }

    @Test
    void aTaintThatIsThereAlreadyIsTakenOver() {
        node("n1", "a", "False", "{key: readiness.k8s.io/net, effect: NoSchedule}");
        rule("r", "continuous", FINALIZED, "");
        stage.begin(loop::start);
        assertThat(stage.events())
                .containsOnlyOnce("TaintAdopted: Taint 'readiness.k8s.io/net:NoSchedule' is now managed by rule 'r'");
    }

    @Test
    void twoRulesOfOneTaintAreToldOfOnce() {
        node("n1", "a", "False", "");
        rule("r", "continuous", FINALIZED, "");
        rule("s", "continuous", FINALIZED, "");
        stage.begin(loop::start);
        rule("s", "continuous", FINALIZED + ", labels: {a: b}", "");
        assertThat(stage.events().stream().filter(event -> event.startsWith("ConflictingRules: ")))
                .hasSize(1);
    }

    @Test
    void aWriteThatComesTooLateIsMadeAnew() {
        node("n1", "a", "False", "");
        rule("r", "continuous", FINALIZED, "");
        stage.refuseWrites(NODES, status(409, "Conflict"));
        stage.begin(loop::start);
        assertThat(stage.events()).noneMatch(event -> event.startsWith("TaintAdded"));
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(tainted("n1")).isTrue();
    }
}
