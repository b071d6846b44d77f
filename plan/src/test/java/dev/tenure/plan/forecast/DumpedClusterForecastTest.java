package dev.tenure.plan.forecast;

import static dev.tenure.plan.forecast.Forecasting.ALONE;
import static dev.tenure.plan.forecast.Forecasting.DAEMON;
import static dev.tenure.plan.forecast.Forecasting.SERVICE;
import static dev.tenure.plan.forecast.Forecasting.STATEFUL;
import static dev.tenure.plan.forecast.Forecasting.deployment;
import static dev.tenure.plan.forecast.Forecasting.dump;
import static dev.tenure.plan.forecast.Forecasting.forecast;
import static dev.tenure.plan.forecast.Forecasting.taint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.ChangeException;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpFiles;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Document;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is in a dump, and what is not, makes no story of its own.
class DumpedClusterForecastTest {
    @Test
    void podsThatComeAndGoWithoutTimePassingAreReportedInsteadOfFollowedForEver() {
        String stay = "tolerations: [{key: x, operator: Exists, effect: NoExecute, tolerationSeconds: 0}]";
        ClusterDump dump = dump(StagedCluster.node("n1", ""), deployment(1, stay, "100m"));

        assertThatThrownBy(() -> forecast(dump, taint("n1", "x=y:NoExecute")))
                .isInstanceOf(ChangeException.class)
                .hasMessageContaining("there is no end to it: pods like default/web-")
                .hasMessageContaining("x=y:NoExecute");
    }

    /// Without defaults the template of a Deployment would never be that of the ReplicaSet that it has just
    /// made.
    @Test
    @Timeout(30)
    void whatADumpLeavesOutHasItsDefaults() {
        String stored = deployment(0, "", "100m")
                .replace(
                        "name: web, namespace",
                        "name: web, uid: u1, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z', namespace");
        ClusterDump dump = DumpFiles.read(
                List.of("-"),
                new ByteArrayInputStream(
                        (stored + "---\n" + StagedCluster.node("n1", "")).getBytes(StandardCharsets.UTF_8)));

        EvictionPlan plan = forecast(dump, new Change.Nothing());
        assertThat(plan.status().newPods()).isEmpty();
    }

    /// As `kubectl get all` shows a cluster whose controllers have other hashes than Tenure's.
    @Test
    void setsWhoseRevisionsADumpDoesNotHaveAreNotRolledOutAnew() {
        ClusterDump dump = dump(StagedCluster.node("n1", ""), DAEMON, STATEFUL);
        var forms = new StoredForms();
        List<String> hashes = dump.all(ResourceTypes.CONTROLLER_REVISIONS)
                .map(revision -> revision.key().name().replaceAll(".*-", ""))
                .toList();
        assertThat(hashes).hasSize(2);
        var items = new ArrayList<ClusterDump.Item>();
        for (ClusterDump.Item item : dump.items()) {
            if (!item.key().resource().equals("controllerrevisions")) {
                String json = new String(item.object().json(), StandardCharsets.UTF_8);
                for (String hash : hashes) {
                    json = json.replace(hash, "5d8f" + hash.length());
                }
                byte[] other = json.getBytes(StandardCharsets.UTF_8);
                items.add(new ClusterDump.Item(
                        forms.read(
                                        other,
                                        StoredForms.kind(
                                                Document.of(item.object().content())))
                                .withRevision(item.object().revision()),
                        item.place()));
            }
        }
        var others = new ClusterDump("kubectl get all", dump.moment(), items, List.of(), List.of());

        assertThat(forecast(others, new Change.Nothing()).status().pods()).isEmpty();
    }

    @Test
    void equalRunsGiveEqualPlans() {
        ClusterDump dump = dump(
                StagedCluster.node("n1", ""),
                deployment(5, "", "100m"),
                ALONE,
                SERVICE,
                StagedCluster.node("n2", ""),
                StagedCluster.node("n3", ""));

        assertThat(forecast(dump, taint("n1", "gone:NoExecute")))
                .isEqualTo(forecast(dump, taint("n1", "gone:NoExecute")));
    }

    @Test
    void nothingHappensToAClusterInGoodOrder() {
        ClusterDump dump = dump(
                StagedCluster.node("n1", ""),
                deployment(3, "", "100m"),
                DAEMON,
                STATEFUL,
                StagedCluster.node("n2", ""));

        EvictionPlan plan = forecast(dump, new Change.Nothing());

        assertThat(plan.hasEffects()).isFalse();
        assertThat(plan.status().quiet()).isTrue();
        assertThat(plan.status().simulated()).isLessThan(Duration.ofMinutes(5));
    }

    @Test
    void objectsThatOwnEachOtherAreNoEndlessStory() {
        String text = """
            {apiVersion: v1, kind: Node, metadata: {name: n1, uid: u1}}
            ---
            apiVersion: apps/v1
            kind: ReplicaSet
            metadata: {name: a, namespace: x, uid: u2, ownerReferences:
              [{apiVersion: apps/v1, kind: ReplicaSet, name: b, uid: u3, controller: true}]}
            spec: {replicas: 1, selector: {matchLabels: {app: a}}, template: {metadata: {labels: {app: a}}, spec:
              {containers: [{name: main, image: a}]}}}
            ---
            apiVersion: apps/v1
            kind: ReplicaSet
            metadata: {name: b, namespace: x, uid: u3, ownerReferences:
              [{apiVersion: apps/v1, kind: ReplicaSet, name: a, uid: u2, controller: true}]}
            spec: {replicas: 0, selector: {matchLabels: {app: b}}, template: {metadata: {labels: {app: b}}, spec:
              {containers: [{name: main, image: b}]}}}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: own, namespace: x, uid: u4, ownerReferences:
              [{apiVersion: v1, kind: Pod, name: own, uid: u4, controller: true}]}
            spec: {nodeName: n1, containers: [{name: main, image: own}]}
            status: {phase: Running}
            """;
        ClusterDump dump =
                DumpFiles.read(List.of("-"), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));

        EvictionPlan plan = forecast(dump, taint("n1", "gone:NoExecute"));

        assertThat(plan.status().pods())
                .filteredOn(pod -> pod.name().equals("own"))
                .hasSize(1);
        assertThat(plan.status().quiet()).isTrue();
    }
}
