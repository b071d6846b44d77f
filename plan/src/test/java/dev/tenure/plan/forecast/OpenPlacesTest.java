package dev.tenure.plan.forecast;

import static dev.tenure.plan.forecast.Forecasting.dump;
import static dev.tenure.plan.forecast.Forecasting.forecast;
import static dev.tenure.plan.forecast.Forecasting.taint;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.EvictionPlan.Span;
import dev.tenure.plan.report.PlanDocument;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.sim.scenario.Manifests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a forecast says of places that depend on who comes first, of pods of DaemonSets that wait for theirs,
/// and of pods that have ended.
class OpenPlacesTest {
    private static final String ON_N1 =
            "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 100, preference: {matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [n1]}]}}]}},";

    private static String node(String name) {
        return StagedCluster.node(name, "status: {capacity: {cpu: '1', memory: 8Gi, pods: '20'}}");
    }

    private static String workload(String kind, String name, String more, String cpu) {
        String replicas = kind.equals("DaemonSet") ? "" : "replicas: 1, ";
        return """
                {apiVersion: apps/v1, kind: %s, metadata: {name: %s, namespace: default}, \
                spec: {%sselector: {matchLabels: {app: %s}}, template: {metadata: {labels: {app: %s}}, \
                spec: {%s containers: [{name: c, image: i, resources: {requests: {cpu: %s}}}]}}}}""".formatted(kind, name, replicas, name, name, more, cpu);
    }

    private static ClusterDump shop(String... workloads) {
        var all = new ArrayList<>(List.of(node("n1"), node("n2"), node("n3")));
        all.addAll(List.of(workloads));
        return dump(all.toArray(String[]::new));
    }

    @Test
    void podsOfTwoWorkloadsThatAreMadeAtOneMomentMayGetEachOthersPlace() {
        EvictionPlan plan = forecast(
                shop(workload("Deployment", "web", ON_N1, "300m"), workload("Deployment", "api", ON_N1, "200m")),
                taint("n1", "k:NoExecute"));

        assertThat(plan.status().pods())
                .hasSize(2)
                .extracting(LeavingPod::outcome)
                .allSatisfy(outcome -> assertThat(outcome)
                        .isInstanceOfSatisfying(
                                Outcome.Replaced.class,
                                replaced -> assertThat(replaced.contested()).isTrue()));
        assertThat(plan.status().notes())
                .anyMatch(note -> note.startsWith("new pods of default/api, default/web look for nodes"));
        assertThat(PlanDocument.of(plan)
                        .at("/status/pods/0/replacement/contested")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void podsOfOneWorkloadHaveNoRivals() {
        EvictionPlan plan = forecast(
                shop(
                        workload("Deployment", "web", ON_N1, "300m"),
                        workload("DaemonSet", "agent", "tolerations: [{key: k}],", "10m")),
                taint("n1", "k:NoExecute"));

        assertThat(plan.status().pods())
                .singleElement()
                .extracting(LeavingPod::outcome)
                .isInstanceOfSatisfying(
                        Outcome.Replaced.class,
                        replaced -> assertThat(replaced.contested()).isFalse());
        assertThat(plan.status().notes()).isEmpty();
    }

    @Test
    void theDaemonThatIsPreemptedWaitsForItsNode() {
        EvictionPlan plan = forecast(
                shop(
                        "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 1000}",
                        workload("DaemonSet", "agent", "", "100m")),
                new Change.Apply(
                        Manifests.read(workload("Deployment", "web", ON_N1 + " priorityClassName: high,", "950m")),
                        "default"));

        assertThat(plan.status().pods()).singleElement().satisfies(pod -> {
            assertThat(pod.cause()).isEqualTo("preemption");
            assertThat(pod.outcome())
                    .isInstanceOfSatisfying(
                            Outcome.Pending.class,
                            pending -> assertThat(pending.name()).startsWith("agent-"));
        });
        assertThat(plan.status().newPods()).hasSize(1);
        assertThat(plan.status().summary().pending()).isEqualTo(1);
    }

    @Test
    void aDaemonThatWaitsForANodeThatGoesLeavesWhenItIsTriedAgain() {
        ClusterDump dump =
                shop(workload("Deployment", "web", ON_N1, "950m"), workload("DaemonSet", "agent", "", "100m"));

        EvictionPlan plan = forecast(dump, new Change.DeleteNodes(NodeChoice.named("n1")));

        assertThat(plan.status().pods())
                .filteredOn(pod -> pod.cause().equals("scale-down"))
                .singleElement()
                .satisfies(pod -> {
                    assertThat(pod.node()).isEmpty();
                    assertThat(pod.between()).isEqualTo(Optional.of(new Span(Duration.ZERO, Duration.ofSeconds(330))));
                });
    }

    @Test
    void podsThatHaveEndedAreNoEvictionsThoughTheyAreDeletedToo() {
        ClusterDump dump = dump(
                node("n1"),
                "{apiVersion: v1, kind: Pod, metadata: {name: short, namespace: default}, spec: {activeDeadlineSeconds: 20, terminationGracePeriodSeconds: 1, containers: [{name: c, image: i}]}}");

        EvictionPlan plan = forecast(dump, taint("n1", "k:NoExecute"));

        assertThat(plan.status().pods()).isEmpty();
        assertThat(plan.status().notes()).contains("1 pod that has ended is deleted, too");
    }
}
