package dev.tenure.controllers.disruption;

import static dev.tenure.model.meta.ResourceTypes.DEPLOYMENTS;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.model.meta.ResourceTypes.POD_DISRUPTION_BUDGETS;
import static dev.tenure.model.meta.ResourceTypes.REPLICATION_CONTROLLERS;
import static dev.tenure.model.meta.ResourceTypes.REPLICA_SETS;
import static dev.tenure.model.meta.ResourceTypes.STATEFUL_SETS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DisruptionLoopTest {
    private static final String OWNED =
            "ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: of-web, controller: true}]";

    private final LoopStage stage = new LoopStage(
            PODS, POD_DISRUPTION_BUDGETS, REPLICA_SETS, REPLICATION_CONTROLLERS, DEPLOYMENTS, STATEFUL_SETS);
    private final DisruptionLoop loop = new DisruptionLoop(stage.context(), List.of(PODS, REPLICA_SETS));

    private void budget(String name, String bound) {
        stage.put(POD_DISRUPTION_BUDGETS, """
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: %s, namespace: default, generation: 1}
                spec: {selector: {matchLabels: {app: web}}, %s}
                """.formatted(name, bound));
    }

    private void pod(String name, String app, String meta, String conditions) {
        stage.put(PODS, """
                kind: Pod
                metadata: {name: %s, namespace: default, labels: {app: %s}, %s}
                spec: {nodeName: node-1}
                status: {phase: Running, conditions: [%s]}
                """.formatted(name, app, meta, conditions));
    }

    private void ready(String name, String app) {
        pod(name, app, OWNED, "{type: Ready, status: \"True\"}");
    }

    private int status(String count) {
        return stage.the(POD_DISRUPTION_BUDGETS, "default", "budget")
                .path("status")
                .path(count)
                .asInt(-1);
    }

    private List<String> reasons() {
        return stage.events().stream()
                .map(event -> event.substring(0, event.indexOf(':')))
                .toList();
    }

    @Test
    void theStatusFollowsThePods() {
        budget("budget", "minAvailable: 1");
        ready("a", "web");
        ready("b", "web");
        stage.begin(loop::start);
        assertThat(status("disruptionsAllowed")).isEqualTo(1);
        assertThat(status("currentHealthy")).isEqualTo(2);
        assertThat(stage.writes()).containsExactly("patch poddisruptionbudgets default/budget/status");
        pod("b", "web", OWNED, "{type: Ready, status: \"False\"}");
        assertThat(status("disruptionsAllowed")).isZero();
        ready("b", "web");
        assertThat(status("disruptionsAllowed")).isEqualTo(1);
        stage.remove(PODS, "default", "b");
        assertThat(status("disruptionsAllowed")).isZero();
        assertThat(status("expectedPods")).isEqualTo(1);
    }

    @Test
    void aPodThatIsSelectedNoMoreIsNotCounted() {
        budget("budget", "minAvailable: 1");
        ready("a", "web");
        ready("b", "web");
        stage.begin(loop::start);
        ready("b", "other");
        assertThat(status("expectedPods")).isEqualTo(1);
    }

    @Test
    void aPodOfNoBudgetWritesNothing() {
        budget("budget", "minAvailable: 1");
        ready("a", "web");
        stage.begin(loop::start);
        stage.writes();
        ready("c", "other");
        stage.remove(PODS, "default", "c");
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aShareIsCountedFromTheSizeOfTheController() {
        stage.put(REPLICA_SETS, """
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {name: web, namespace: default, uid: of-web}
                spec: {replicas: 4, selector: {matchLabels: {app: web}}}
                """);
        budget("budget", "maxUnavailable: 50%");
        ready("a", "web");
        ready("b", "web");
        ready("c", "web");
        stage.begin(loop::start);
        assertThat(status("expectedPods")).isEqualTo(4);
        assertThat(status("disruptionsAllowed")).isEqualTo(1);
    }

    @Test
    void aBudgetWithoutPodsIsTold() {
        budget("budget", "minAvailable: 1");
        stage.begin(loop::start);
        assertThat(reasons()).containsExactly("NoPods");
        ready("a", "web");
        assertThat(reasons()).containsExactly("NoPods");
    }

    @Test
    void aPodOfTwoBudgetsIsTold() {
        budget("budget", "minAvailable: 1");
        ready("a", "web");
        stage.begin(loop::start);
        assertThat(reasons()).doesNotContain("MultiplePodDisruptionBudgets");
        budget("another", "minAvailable: 1");
        ready("b", "web");
        assertThat(stage.events())
                .anyMatch(event ->
                        event.startsWith("MultiplePodDisruptionBudgets") && event.contains("Chose \"another\""));
    }

    @Test
    void podsOfNobodyAreToldWhereTheyCannotBeCounted() {
        budget("budget", "maxUnavailable: 1");
        pod("a", "web", "uid: alone", "{type: Ready, status: \"True\"}");
        stage.begin(loop::start);
        assertThat(reasons()).contains("UnmanagedPods");
    }

    @Test
    void aGrantThatIsNotUsedCountsForTwoMinutes() {
        stage.put(POD_DISRUPTION_BUDGETS, """
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: budget, namespace: default, generation: 1}
                spec: {selector: {matchLabels: {app: web}}, minAvailable: 1}
                status: {disruptedPods: {b: "2026-01-01T00:00:00Z"}}
                """);
        ready("a", "web");
        ready("b", "web");
        stage.begin(loop::start);
        assertThat(status("disruptionsAllowed")).isZero();
        stage.advance(Duration.ofMinutes(2));
        assertThat(status("disruptionsAllowed")).isZero();
        stage.advance(Duration.ofSeconds(1));
        assertThat(status("disruptionsAllowed")).isEqualTo(1);
        assertThat(reasons()).contains("NotDeleted");
    }

    @Test
    void theConditionOfAPodThatStaysIsTakenBackAfterTwoMinutes() {
        pod("a", "web", OWNED, """
                {type: DisruptionTarget, status: "True", lastTransitionTime: "2026-01-01T00:00:00Z"}""");
        stage.begin(loop::start);
        stage.advance(Duration.ofMinutes(2).minusNanos(1));
        assertThat(stage.writes()).isEmpty();
        stage.advance(Duration.ofNanos(1));
        assertThat(stage.writes()).containsExactly("patch pods default/a/status");
        assertThat(stage.the(PODS, "default", "a").path("status").toString()).contains("\"False\"");
    }
}
