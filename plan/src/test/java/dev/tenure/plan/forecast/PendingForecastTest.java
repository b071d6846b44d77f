package dev.tenure.plan.forecast;

import static dev.tenure.plan.forecast.Forecasting.STATEFUL;
import static dev.tenure.plan.forecast.Forecasting.deployment;
import static dev.tenure.plan.forecast.Forecasting.dump;
import static dev.tenure.plan.forecast.Forecasting.forecast;
import static dev.tenure.plan.forecast.Forecasting.taint;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.source.ClusterDump;
import org.junit.jupiter.api.Test;

/// Why pods wait, and what would help.
class PendingForecastTest {
    private static final String SMALL = "status: {capacity: {cpu: '1', memory: 4Gi, pods: '10'}}";

    @Test
    void withoutRoomTheReplacementIsPendingWithTheWordsOfTheScheduler() {
        ClusterDump dump = dump(
                StagedCluster.node("n1", SMALL),
                deployment(1, "", "800m"),
                StagedCluster.node("n2", SMALL),
                "{apiVersion: v1, kind: Pod, metadata: {name: other}, spec: {nodeSelector: {kubernetes.io/hostname:"
                        + " n2}, containers: [{name: c, image: i, resources: {requests: {cpu: 500m}}}]}}");

        EvictionPlan plan = forecast(dump, taint("n1", "gone:NoExecute"));

        assertThat(plan.status().pods()).hasSize(1);
        assertThat(plan.status().pods().getFirst().outcome()).isInstanceOfSatisfying(Outcome.Pending.class, pending -> {
            assertThat(pending.message()).startsWith("0/2 nodes are available:").contains("Insufficient cpu");
            assertThat(pending.remedies()).isNotEmpty();
        });
        assertThat(plan.status().summary()).isEqualTo(new EvictionPlan.Summary(1, 0, 1, 0, 0, 0));
    }

    @Test
    void podsThatAQuotaRefusesAreToldWithTheQuotaThatWouldDo() {
        ClusterDump dump = dump(
                StagedCluster.node("n1", ""),
                "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: default}, spec: {hard: {pods: '3'}}}",
                deployment(2, "", "100m"));

        EvictionPlan plan = forecast(dump, new Change.Scale("deployment", "default", "web", 6));

        assertThat(plan.status().newPods()).hasSize(4);
        assertThat(plan.status().newPods())
                .filteredOn(pod -> pod.pending().isPresent())
                .hasSize(3)
                .allSatisfy(pod -> {
                    assertThat(pod.name()).startsWith("web-").endsWith("-");
                    assertThat(pod.pending().orElseThrow().message()).contains("exceeded quota: q");
                    assertThat(pod.pending().orElseThrow().remedies()).containsExactly("raise quota q to pods=6");
                });
        assertThat(plan.status().summary().pending()).isEqualTo(3);
        assertThat(plan.status().notes()).contains(UnmadePods.OPEN);
    }

    /// One that makes its pods in order waits for the one before; one that makes them at once does not.
    @Test
    void onlyAStatefulSetThatKeepsItsOrderIsToldToWaitForAPredecessor() {
        String waits = "the StatefulSet makes it when db-0 is ready, which it is not by the end";
        String ordered = STATEFUL.replace("replicas: 1", "replicas: 2");
        String parallel = ordered.replace("serviceName: db", "serviceName: db\n  podManagementPolicy: Parallel");

        String later = ordered.replace("serviceName: db", "serviceName: db\n  ordinals: {start: 5}");

        assertThat(pendingOf("db-1", ordered)).isEqualTo(waits);
        assertThat(pendingOf("db-6", later)).isEqualTo(waits.replace("db-0", "db-5"));
        assertThat(pendingOf("db-1", parallel)).isNotEmpty().isNotEqualTo(waits);
    }

    /// Why a pod of a set waits whose only node is tainted.
    private static String pendingOf(String pod, String set) {
        return forecast(dump(StagedCluster.node("n1", ""), set), taint("n1", "gone:NoExecute")).status().pods().stream()
                .filter(each -> each.name().equals(pod))
                .map(each -> ((Outcome.Pending) each.outcome()).message())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void scalingTellsTheNewPodsAndWhoOfThemWaits() {
        ClusterDump dump = dump(StagedCluster.node("n1", SMALL), deployment(1, "", "400m"));

        EvictionPlan plan = forecast(dump, new Change.Scale("deployment", "default", "web", 3));

        assertThat(plan.status().pods()).isEmpty();
        assertThat(plan.status().newPods()).hasSize(2);
        assertThat(plan.status().newPods())
                .filteredOn(pod -> pod.pending().isPresent())
                .singleElement()
                .satisfies(
                        pod -> assertThat(pod.pending().orElseThrow().message()).contains("Insufficient cpu"));
        assertThat(plan.status().summary().pending()).isEqualTo(1);
    }
}
