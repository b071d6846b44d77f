package dev.tenure.plan.forecast;

import static dev.tenure.plan.forecast.Forecasting.deployment;
import static dev.tenure.plan.forecast.Forecasting.dump;
import static dev.tenure.plan.forecast.Forecasting.forecast;
import static dev.tenure.plan.forecast.Forecasting.seconds;
import static dev.tenure.plan.forecast.Forecasting.taint;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.controllers.tainteviction.Semantics;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.DrainOptions;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.change.ChangeException;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.DumpException;
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

class PlanForecastTest {
    private static final String BUDGET = """
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: web, namespace: default}
        spec: {minAvailable: %d, selector: {matchLabels: {app: web}}}
        """;
    private static final String SERVICE = """
        apiVersion: v1
        kind: Service
        metadata: {name: web, namespace: default}
        spec: {selector: {app: web}, ports: [{port: 80}]}
        """;
    private static final String ALONE = """
        apiVersion: v1
        kind: Pod
        metadata: {name: alone, namespace: default}
        spec: {containers: [{name: c, image: i}], volumes: [{name: scratch, emptyDir: {}}]}
        """;
    private static final String DAEMON = """
        apiVersion: apps/v1
        kind: DaemonSet
        metadata: {name: agent, namespace: default}
        spec:
          selector: {matchLabels: {app: agent}}
          template:
            metadata: {labels: {app: agent}}
            spec: {containers: [{name: main, image: agent}]}
        """;
    private static final String STATEFUL = """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: db, namespace: default}
        spec:
          replicas: 1
          serviceName: db
          selector: {matchLabels: {app: db}}
          template:
            metadata: {labels: {app: db}}
            spec: {containers: [{name: main, image: db}]}
        """;
    private static final String SMALL = "status: {capacity: {cpu: '1', memory: 4Gi, pods: '10'}}";

    @Test
    void podsThatComeAndGoWithoutTimePassingAreReportedInsteadOfFollowedForEver() {
        String stay = "tolerations: [{key: x, operator: Exists, effect: NoExecute, tolerationSeconds: 0}]";
        ClusterDump dump = dump(StagedCluster.node("n1", ""), deployment(1, stay, "100m"));

        assertThatThrownBy(() -> forecast(dump, taint("n1", "x=y:NoExecute")))
                .isInstanceOf(ChangeException.class)
                .hasMessageContaining("there is no end to it: pods like default/web-")
                .hasMessageContaining("x=y:NoExecute");
    }

    /// Without defaults, the template of a Deployment never was that of the ReplicaSet that it had just made.
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

    @Test
    void aTaintWithoutATolerationEvictsAtOnceAndTheReplacementGoesElsewhere() {
        ClusterDump dump = dump(
                StagedCluster.node("n1", ""),
                deployment(2, "", "100m"),
                SERVICE,
                BUDGET.formatted(1),
                StagedCluster.node("n2", ""));

        EvictionPlan plan = forecast(dump, taint("n1", "maintenance=yes:NoExecute"));

        assertThat(plan.status().pods()).hasSize(2).allSatisfy(pod -> {
            assertThat(seconds(pod)).isBetween(0.0, 1.0);
            assertThat(pod.cause()).isEqualTo("taint");
            assertThat(pod.why()).isEqualTo("taint maintenance=yes:NoExecute is not tolerated");
            assertThat(pod.goneAfter()).isPresent();
            assertThat(pod.outcome()).isInstanceOfSatisfying(Outcome.Replaced.class, replaced -> {
                assertThat(replaced.node()).isEqualTo("n2");
                assertThat(replaced.readyAfter().orElseThrow()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(7));
            });
        });
        assertThat(plan.status().summary()).isEqualTo(new EvictionPlan.Summary(2, 2, 0, 1, 0, 0));
        assertThat(plan.status().budgets())
                .containsExactly(new EvictionPlan.BudgetOutcome("default", "web", 1, 2, 0, true, false));
        assertThat(plan.status().services()).contains(new EvictionPlan.ServiceOutcome("default", "web", 2, 0));
        assertThat(plan.status().quiet()).isTrue();
        assertThat(plan.status().newPods()).isEmpty();
        assertThat(plan.spec().change()).isEqualTo("taint node n1 maintenance=yes:NoExecute");
    }

    @Test
    void aTolerationWithATimeGivesTheSecond() {
        String stay = "tolerations: [{key: maintenance, operator: Exists, effect: NoExecute, tolerationSeconds: 600}]";
        ClusterDump dump =
                dump(StagedCluster.node("n1", ""), deployment(1, stay, "100m"), StagedCluster.node("n2", ""));

        EvictionPlan plan = forecast(dump, taint("n1", "maintenance:NoExecute"));

        assertThat(plan.status().pods()).hasSize(1);
        assertThat(seconds(plan.status().pods().getFirst())).isBetween(600.0, 601.0);
        assertThat(plan.status().pods().getFirst().why()).contains("is tolerated for 600 s");
    }

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
    void aDrainThatABudgetBlocksIsReported() {
        ClusterDump dump = dump(
                StagedCluster.node("n1", ""),
                deployment(2, "", "100m"),
                BUDGET.formatted(2),
                StagedCluster.node("n2", ""));

        EvictionPlan plan = forecast(dump, new Change.Drain(NodeChoice.named("n1"), DrainOptions.STANDARD));

        assertThat(plan.status().pods()).hasSize(2).allSatisfy(pod -> {
            assertThat(pod.leavesAfter()).isEmpty();
            assertThat(pod.why()).contains("disruption budget");
        });
        assertThat(plan.status().notes()).anyMatch(note -> note.contains("is stuck"));
        assertThat(plan.status().summary().evicted()).isZero();
        assertThat(plan.status().budgets().getFirst().broken()).isFalse();
    }

    @Test
    void aDrainThatABudgetPacesEvictsOneAfterTheOther() {
        ClusterDump dump = dump(
                StagedCluster.node("n1", ""),
                deployment(2, "", "100m"),
                BUDGET.formatted(1),
                StagedCluster.node("n2", ""));

        EvictionPlan plan = forecast(dump, new Change.Drain(NodeChoice.named("n1"), DrainOptions.STANDARD));

        assertThat(plan.status().pods()).hasSize(2).allSatisfy(pod -> {
            assertThat(pod.cause()).isEqualTo("api");
            assertThat(pod.outcome()).isInstanceOf(Outcome.Replaced.class);
        });
        assertThat(seconds(plan.status().pods().getLast())).isBetween(5.0, 16.0);
        assertThat(plan.status().budgets())
                .containsExactly(new EvictionPlan.BudgetOutcome("default", "web", 1, 2, 1, false, true));
    }

    @Test
    void podsOfALostNodeLeaveAfterItsSilenceAndTheirStay() {
        ClusterDump dump = dump(
                StagedCluster.node("n1", ""),
                deployment(1, "", "100m"),
                STATEFUL,
                StagedCluster.node("n2", ""),
                StagedCluster.node("n3", ""));

        EvictionPlan plan = forecast(dump, new Change.LoseNodes(NodeChoice.named("n1"), true));

        assertThat(plan.status().pods()).hasSize(2).allSatisfy(pod -> {
            assertThat(seconds(pod)).isBetween(340.0, 360.0);
            assertThat(pod.why()).isEqualTo("taint node.kubernetes.io/unreachable:NoExecute is tolerated for 300 s");
            assertThat(pod.goneAfter()).isEmpty();
        });
        assertThat(plan.status().pods())
                .filteredOn(pod -> pod.name().equals("db-0"))
                .singleElement()
                .satisfies(pod -> assertThat(pod.outcome())
                        .isInstanceOfSatisfying(
                                Outcome.Pending.class,
                                pending ->
                                        assertThat(pending.message()).contains("waits until its predecessor is gone")));
        assertThat(plan.status().summary()).isEqualTo(new EvictionPlan.Summary(2, 1, 1, 0, 0, 0));
    }

    @Test
    void theSilenceOfANodeGoesOnInTheForecast() {
        var staged = new StagedCluster(
                Semantics.DOCUMENTED,
                1,
                StagedCluster.node("n1", ""),
                deployment(1, "", "100m"),
                StagedCluster.node("n2", ""));
        staged.play(new Change.LoseNodes(NodeChoice.named("n1"), true));
        staged.advance(Duration.ofSeconds(35));

        EvictionPlan plan = forecast(staged.dump(), new Change.Nothing());

        assertThat(plan.status().pods())
                .singleElement()
                .satisfies(pod -> assertThat(seconds(pod)).isBetween(304.0, 321.0));
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
    void aPodThatNobodyReplacesIsLostWithItsData() {
        ClusterDump dump = dump(StagedCluster.node("n1", ""), ALONE, DAEMON, STATEFUL);

        EvictionPlan plan = forecast(dump, taint("n1", "gone:NoExecute"));

        assertThat(plan.status().pods())
                .extracting(
                        pod -> pod.name().replaceAll("agent-.*", "agent"),
                        pod -> pod.outcome().getClass())
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("alone", Outcome.Lost.class),
                        org.assertj.core.groups.Tuple.tuple("agent", Outcome.NotReplaced.class),
                        org.assertj.core.groups.Tuple.tuple("db-0", Outcome.Pending.class));
        assertThat(plan.status().summary()).isEqualTo(new EvictionPlan.Summary(3, 0, 1, 0, 1, 1));
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

    @Test
    void aChangeThatCannotBeMadeIsRefused() {
        ClusterDump dump = dump(StagedCluster.node("n1", ""));

        assertThatThrownBy(() -> forecast(dump, taint("absent", "gone:NoExecute")))
                .isInstanceOf(ChangeException.class)
                .hasMessage("nodes \"absent\" not found");
        ClusterDump empty = dump();
        assertThatThrownBy(() -> forecast(empty, new Change.Nothing()))
                .isInstanceOf(DumpException.class)
                .hasMessageContaining("has no nodes");
    }
}
