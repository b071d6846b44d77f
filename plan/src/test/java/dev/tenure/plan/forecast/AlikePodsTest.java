package dev.tenure.plan.forecast;

import static dev.tenure.plan.forecast.Forecasting.deployment;
import static dev.tenure.plan.forecast.Forecasting.dump;
import static dev.tenure.plan.forecast.Forecasting.forecast;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.plan.report.PlanDocument;
import dev.tenure.plan.report.PlanWords;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.sim.scenario.Manifests;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What a forecast says of pods of which any may go, and of nodes of which any may be noticed first.
class AlikePodsTest {
    private static final String STAYS_NOT =
            "tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 0}]";

    private static ClusterDump on(int nodes, String... workloads) {
        var all = new ArrayList<String>();
        for (int i = 1; i <= nodes; i++) {
            all.add(StagedCluster.node("n" + i, "status: {capacity: {cpu: '1', memory: 8Gi, pods: '20'}}"));
        }
        all.addAll(Arrays.asList(workloads));
        return dump(all.toArray(String[]::new));
    }

    private static Change scale(int replicas) {
        return new Change.Scale("deployment", "default", "web", replicas);
    }

    @Test
    void anyOfPodsThatNothingTellsApartMayGoWhereThereAreTooMany() {
        EvictionPlan plan = forecast(on(3, deployment(3, "", "600m")), scale(1));

        assertThat(plan.status().pods())
                .hasSize(2)
                .extracting(LeavingPod::tiedPods)
                .containsExactly(3, 3);
        assertThat(PlanWords.name(plan.status().pods().getFirst())).endsWith(" or another of 3 alike");
        assertThat(PlanDocument.of(plan).at("/status/pods/0/tiedPods").asInt()).isEqualTo(3);
    }

    @Test
    void soItIsWithAJobThatGetsSmaller() {
        String job =
                "{apiVersion: batch/v1, kind: Job, metadata: {name: web, namespace: default}, spec: {parallelism: 3, template: {spec: {restartPolicy: Never, containers: [{name: c, image: i, resources: {requests: {cpu: 600m}}}]}}}}";
        EvictionPlan plan = forecast(
                on(3, job),
                new Change.Apply(Manifests.read(job.replace("parallelism: 3", "parallelism: 1")), "default"));

        assertThat(plan.status().pods())
                .hasSize(2)
                .extracting(LeavingPod::tiedPods)
                .containsExactly(3, 3);
    }

    @Test
    void theSetOfPodsThatAreAlikeIsSavedOnce() {
        EvictionPlan plan = forecast(on(3, deployment(3, "", "600m")), scale(1));
        ObjectNode document = PlanDocument.of(plan);

        assertThat(document.at("/status/pods/0/tiedSet").asInt()).isZero();
        assertThat(document.at("/status/pods/1/tiedSet").asInt()).isZero();
        assertThat(document.at("/status/pods/0/workload").asText()).isEqualTo("web");
        assertThat(document.at("/status/tiedSets").valueStream()).hasSize(1);
        assertThat(document.at("/status/tiedSets/0/uids").valueStream().map(JsonNode::asText))
                .containsExactlyElementsOf(
                        new TreeSet<>(plan.status().pods().getFirst().alike()));
    }

    /// Two of three are on one node; only a Deployment's set gives these up first.
    @Test
    void whatASetWithoutAControllerGivesUpDoesNotDependOnHowCrowdedNodesAre() {
        String controller =
                "{apiVersion: v1, kind: ReplicationController, metadata: {name: web, namespace: default}, spec: {replicas: 3, selector: {app: web}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 450m}}}]}}}}";
        EvictionPlan plan = forecast(on(2, controller), new Change.Scale("replicationcontroller", "default", "web", 2));
        EvictionPlan ofDeployment = forecast(on(2, deployment(3, "", "450m")), scale(2));

        assertThat(plan.status().pods())
                .singleElement()
                .extracting(LeavingPod::tiedPods)
                .isEqualTo(3);
        assertThat(ofDeployment.status().pods())
                .singleElement()
                .extracting(LeavingPod::tiedPods)
                .isEqualTo(2);
    }

    @Test
    void nothingIsOpenWhereAllOfThemGo() {
        EvictionPlan plan = forecast(on(3, deployment(3, "", "600m")), scale(0));

        assertThat(plan.status().pods())
                .hasSize(3)
                .extracting(LeavingPod::tiedPods)
                .containsOnly(1);
        assertThat(PlanWords.name(plan.status().pods().getFirst())).doesNotContain(" or another");
        assertThat(PlanDocument.of(plan).at("/status/pods/0").has("tiedPods")).isFalse();
    }

    @Test
    void norWhereOneIsMissedLessThanTheOthers() {
        EvictionPlan plan = forecast(on(2, deployment(3, "", "600m")), scale(2));

        assertThat(plan.status().pods())
                .singleElement()
                .satisfies(pod -> assertThat(pod.node()).isEmpty())
                .extracting(LeavingPod::tiedPods)
                .isEqualTo(1);
    }

    @Test
    void anyOfEquallyUnimportantPodsMayMakeRoomForAnImportantOne() {
        String urgent =
                "{apiVersion: v1, kind: Pod, metadata: {name: urgent, namespace: default}, spec: {priorityClassName: high, containers: [{name: c, image: i, resources: {requests: {cpu: 300m}}}]}}";
        EvictionPlan plan = forecast(
                on(
                        1,
                        deployment(3, "", "300m"),
                        "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 1000}"),
                new Change.Apply(Manifests.read(urgent), "default"));

        assertThat(plan.status().pods()).singleElement().satisfies(pod -> {
            assertThat(pod.cause()).isEqualTo("preemption");
            assertThat(pod.tiedPods()).isEqualTo(3);
        });
    }

    @Test
    void anyOfThePodsThatWaitMayBeTheNextOneThatGetsANode() {
        String job =
                "{apiVersion: batch/v1, kind: Job, metadata: {name: web, namespace: default}, spec: {parallelism: 4, backoffLimit: 1, template: {spec: {activeDeadlineSeconds: 200, restartPolicy: Never, containers: [{name: c, image: i, resources: {requests: {cpu: 600m}}}]}}}}";
        EvictionPlan plan = forecast(on(1, job), new Change.Nothing());

        assertThat(plan.status().pods())
                .filteredOn(pod -> pod.cause().equals("deadline"))
                .extracting(LeavingPod::tiedPods)
                .containsExactly(1, 3);
    }

    private static List<String> notedOfLosing(String spec, String... nodes) {
        return forecast(on(3, deployment(3, spec, "600m")), new Change.LoseNodes(NodeChoice.named(nodes), true))
                .status()
                .notes()
                .stream()
                .filter(note -> note.startsWith("nodes "))
                .toList();
    }

    @Test
    void whichNodeIsNoticedFirstMattersWhereItsPodsLeaveBeforeTheOtherOneIs() {
        assertThat(notedOfLosing(STAYS_NOT, "n1", "n2"))
                .singleElement()
                .asString()
                .startsWith("nodes n1, n2 fall silent together: which of them is noticed first is open");
        assertThat(SideNotes.isOne(notedOfLosing(STAYS_NOT, "n1", "n2").getFirst()))
                .isTrue();
        assertThat(notedOfLosing(STAYS_NOT, "n1")).isEmpty();
        assertThat(notedOfLosing("", "n1", "n2")).isEmpty();
    }
}
