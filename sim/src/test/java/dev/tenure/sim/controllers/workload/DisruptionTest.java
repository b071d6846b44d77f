package dev.tenure.sim.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.policy.PodDisruptionBudget;
import dev.tenure.rules.budget.BudgetRule;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Budgets with running workloads: what they show, what they grant, and that they are never overdrawn.
final class DisruptionTest {
    private static final ResourceType CRON_JOBS =
            new ResourceType("batch", "v1", "cronjobs", "CronJob", ResourceType.Scope.NAMESPACED);
    private static final String TEMPLATE = """
            {'metadata': {'labels': {'app': 'web'}}, 'spec': {'containers':
              [{'name': 'main', 'image': 'registry.test/app:1'}]}}""";

    private static Stage stage() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 5);
        stage.cluster().startScheduler();
        return stage.at(30).begin();
    }

    private static Stage deployment(Stage stage, int replicas) {
        return stage.create(ResourceTypes.DEPLOYMENTS, StageManifests.json("""
                {'apiVersion': 'apps/v1', 'kind': 'Deployment', 'metadata': {'name': 'web'}, 'spec': {'replicas': %d,
                 'selector': {'matchLabels': {'app': 'web'}}, 'template': %s}}""".formatted(replicas, TEMPLATE)));
    }

    private static Stage budget(Stage stage, String bound) {
        return stage.create(ResourceTypes.POD_DISRUPTION_BUDGETS, StageManifests.json("""
                {'apiVersion': 'policy/v1', 'kind': 'PodDisruptionBudget', 'metadata': {'name': 'b'},
                 'spec': {%s, 'selector': {'matchLabels': {'app': 'web'}}}}""".formatted(bound)));
    }

    private static PodDisruptionBudget.BudgetStatus status(Stage stage) {
        return stage.find(ResourceTypes.POD_DISRUPTION_BUDGETS, "b")
                .orElseThrow()
                .view(PodDisruptionBudget.class)
                .status();
    }

    @Test
    void podsWithoutAControllerAreReportedWhereControllersCount() {
        Stage stage = stage();
        var pod = StageManifests.pod("bare", "a-0", "[]");
        pod.withObject("/metadata").putObject("labels").put("app", "web");
        stage.create(ResourceTypes.PODS, pod);
        budget(stage, "'minAvailable': 1").at(20);
        assertThat(stage.events("UnmanagedPods")).isEmpty();
        stage.delete(ResourceTypes.POD_DISRUPTION_BUDGETS, "b", "{}");
        budget(stage, "'maxUnavailable': 1").at(40);
        assertThat(stage.events("UnmanagedPods").getFirst())
                .startsWith("UnmanagedPods: Pods selected by this PodDisruptionBudget (selector: "
                        + "&LabelSelector{MatchLabels:map[string]string{app: web,},"
                        + "MatchExpressions:[]LabelSelectorRequirement{},}) were found to be unmanaged. ");
    }

    private static Condition allowed(Stage stage) {
        return Condition.find(status(stage).conditions(), BudgetRule.DISRUPTION_ALLOWED)
                .orElseThrow();
    }

    private static List<Pod> pods(Stage stage) {
        return stage.all(ResourceTypes.PODS).stream()
                .map(pod -> pod.view(Pod.class))
                .filter(pod -> !pod.meta().deleting())
                .toList();
    }

    private static Optional<Status> evict(Stage stage, String pod) {
        var eviction = StageManifests.json(
                "{'apiVersion': 'policy/v1', 'kind': 'Eviction', 'metadata': {'name': '%s'}}".formatted(pod));
        ApiReply reply = stage.client().create(ResourceTypes.PODS, "default", pod, "eviction", Document.of(eviction));
        return reply instanceof ApiReply.Failure(Status status, var _) ? Optional.of(status) : Optional.empty();
    }

    @Test
    void aBudgetCountsTheReadyPodsOfItsWorkload() {
        Stage stage = budget(deployment(stage(), 4), "'minAvailable': 3").at(30);
        PodDisruptionBudget.BudgetStatus status = status(stage);
        assertThat(status.expectedPods()).isEqualTo(4);
        assertThat(status.currentHealthy()).isEqualTo(4);
        assertThat(status.desiredHealthy()).isEqualTo(3);
        assertThat(status.disruptionsAllowed()).isEqualTo(1);
        assertThat(status.observedGeneration()).isEqualTo(1);
        assertThat(allowed(stage).isTrue()).isTrue();
        assertThat(allowed(stage).reason()).isEqualTo("SufficientPods");
    }

    /// Upstream counts anew only when something else happens.
    @Test
    void aPodThatLeavesABudgetByItsLabelsCountsNoMore() {
        Stage stage = stage();
        for (String name : List.of("a", "b")) {
            var pod = StageManifests.pod(name, "a-0", "[]");
            pod.withObject("/metadata").putObject("labels").put("app", "web");
            stage.create(ResourceTypes.PODS, pod);
        }
        budget(stage, "'minAvailable': 1").at(60);
        assertThat(status(stage).currentHealthy()).isEqualTo(2);
        stage.patch(ResourceTypes.PODS, "a", "{'metadata': {'labels': {'app': 'other'}}}")
                .at(65);
        assertThat(status(stage).currentHealthy()).isEqualTo(1);
        assertThat(status(stage).disruptionsAllowed()).isZero();
    }

    @Test
    void sharesAreOfTheSizeThatTheDeploymentIsSetTo() {
        Stage stage = budget(deployment(stage(), 7), "'maxUnavailable': '30%'").at(30);
        assertThat(status(stage).desiredHealthy()).isEqualTo(4);
        assertThat(status(stage).disruptionsAllowed()).isEqualTo(3);
        stage.patch(ResourceTypes.DEPLOYMENTS, "web", "{'spec': {'replicas': 10}}")
                .at(60);
        assertThat(status(stage).expectedPods()).isEqualTo(10);
        assertThat(status(stage).disruptionsAllowed()).isEqualTo(3);
    }

    @Test
    void aNewSpecIsCountedAnew() {
        Stage stage = budget(deployment(stage(), 4), "'minAvailable': 3").at(30);
        stage.patch(ResourceTypes.POD_DISRUPTION_BUDGETS, "b", "{'spec': {'minAvailable': '100%'}}")
                .at(31);
        assertThat(status(stage).observedGeneration()).isEqualTo(2);
        assertThat(status(stage).disruptionsAllowed()).isZero();
        assertThat(allowed(stage).reason()).isEqualTo("InsufficientPods");
        assertThat(allowed(stage).observedGeneration()).isEqualTo(2);
    }

    @Test
    void podsWithoutControllerCountNothingInAShare() {
        Stage stage = stage();
        var pod = StageManifests.pod("p", "a-0", "[]");
        pod.withObject("/metadata").putObject("labels").put("app", "web");
        budget(stage.create(ResourceTypes.PODS, pod), "'minAvailable': '50%'").at(20);
        assertThat(status(stage).expectedPods()).isZero();
        assertThat(allowed(stage).reason()).isEqualTo("InsufficientPods");
        assertThat(allowed(stage).message()).isEmpty();
    }

    @Test
    void aControllerWithoutSizeBlocksEveryEvictionAndSaysWhy() {
        Stage stage = stage();
        stage.create(CRON_JOBS, StageManifests.json("""
                {'apiVersion': 'batch/v1', 'kind': 'CronJob', 'metadata': {'name': 'j'}, 'spec':
                 {'schedule': '0 0 1 1 *', 'suspend': true, 'jobTemplate': {'spec': {'template': {'spec':
                  {'restartPolicy': 'Never', 'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}}}}}"""));
        var pod = StageManifests.pod("p", "a-0", "[]");
        var meta = pod.withObject("/metadata");
        meta.putObject("labels").put("app", "web");
        meta.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "batch/v1")
                .put("kind", "CronJob")
                .put("name", "j")
                .put("uid", stage.find(CRON_JOBS, "j").orElseThrow().uid())
                .put("controller", true);
        budget(stage, "'maxUnavailable': 1").create(ResourceTypes.PODS, pod).at(5);
        assertThat(allowed(stage).reason()).isEqualTo("SyncFailed");
        assertThat(allowed(stage).message()).isEqualTo("cronjobs.batch does not implement the scale subresource");
        assertThat(stage.events("CalculateExpectedPodCountFailed")).isNotEmpty();
    }

    /// What a budget says of a pod whose controller is of that kind, and is not there.
    private static String toldOfOwner(Stage stage, String apiVersion, String kind) {
        var pod = StageManifests.pod("p", "a-0", "[]");
        var meta = pod.withObject("/metadata");
        meta.putObject("labels").put("app", "web");
        meta.putArray("finalizers").add("own.test/stays"); // garbage collection takes what nobody owns
        meta.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", apiVersion)
                .put("kind", kind)
                .put("name", "none")
                .put("uid", "of-nobody")
                .put("controller", true);
        budget(stage, "'maxUnavailable': 1").create(ResourceTypes.PODS, pod).at(9);
        return allowed(stage).message();
    }

    /// @param parts its subresources
    private static Stage defined(String plural, String kind, String parts) {
        return stage().create(DefinedTypes.DEFINITIONS, StageManifests.json("""
                {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
                 'metadata': {'name': '%1$s.own.test'},
                 'spec': {'group': 'own.test', 'scope': 'Namespaced', 'names': {'plural': '%1$s', 'kind': '%2$s'},
                  'versions': [{'name': 'v1', 'served': true, 'storage': true, 'subresources': {%3$s},
                   'schema': {'openAPIV3Schema': {'type': 'object', 'properties': {
                    'spec': {'type': 'object', 'properties': {'replicas': {'type': 'integer'}}}}}}}]}}
                """.formatted(plural, kind, parts)))
                .at(5);
    }

    @Test
    void controllersOfKindsWithoutSizesAreTold() {
        assertThat(toldOfOwner(defined("plains", "Plain", ""), "own.test/v1", "Plain"))
                .isEqualTo("plains.own.test does not implement the scale subresource");
    }

    @Test
    void aPluralThatCannotBeGuessedIsLookedUp() {
        Stage stage = defined("indices", "Index", """
                'scale': {'specReplicasPath': '.spec.replicas', 'statusReplicasPath': '.status.replicas'}""");
        assertThat(toldOfOwner(stage, "own.test/v1", "Index")).isEqualTo("found no controllers for pod \"p\"");
        assertThat(toldOfOwner(stage(), "own.test/v1", "Index"))
                .isEqualTo("no matches for kind \"Index\" in version \"own.test/v1\"");
    }

    @Test
    void controllersOfKindsThatAreNotServedAreTold() {
        for (String version : List.of("nowhere.test/v1", "apps/v1", "extensions/v1beta1")) {
            assertThat(toldOfOwner(stage(), version, "Thing"))
                    .isEqualTo("no matches for kind \"Thing\" in version \"%s\"".formatted(version));
        }
        assertThat(toldOfOwner(stage(), "extensions/v1beta1", "ReplicaSet"))
                .isEqualTo("no matches for kind \"ReplicaSet\" in version \"extensions/v1beta1\"");
        assertThat(toldOfOwner(stage(), "apps/v1", "ReplicaSet")).isEqualTo("found no controllers for pod \"p\"");
    }

    @Test
    void aBudgetWithoutPodsSaysSo() {
        Stage stage = budget(stage(), "'minAvailable': 1").at(5);
        assertThat(stage.events("NoPods")).contains("NoPods: No matching pods found");
        assertThat(status(stage).disruptionsAllowed()).isZero();
    }

    @Test
    void aBudgetIsNeverOverdrawn() {
        Stage stage = budget(deployment(stage(), 6), "'minAvailable': 5").at(30);
        var least = new AtomicInteger(6);
        stage.cluster().world().afterEachEvent(() -> {
            int ready = (int) pods(stage).stream().filter(PodRule::ready).count();
            least.accumulateAndGet(ready, Math::min);
        });
        int granted = 0;
        int refused = 0;
        for (int step = 0; step < 200; step++) {
            for (Pod pod : pods(stage)) {
                Optional<Status> answer = evict(stage, pod.meta().name());
                if (answer.isEmpty()) {
                    granted++;
                } else {
                    assertThat(answer.get().code()).isEqualTo(429);
                    refused++;
                }
            }
            stage.at(30 + step * 0.5);
        }
        stage.cluster().world().afterEachEvent(() -> {});
        assertThat(least.get()).isEqualTo(5);
        assertThat(granted).isGreaterThan(6);
        assertThat(refused).isGreaterThan(granted);
        stage.at(300);
        assertThat(status(stage).disruptedPods()).isEmpty();
        assertThat(status(stage).disruptionsAllowed()).isEqualTo(1);
    }

    @Test
    void aGrantThatCameToNothingIsForgottenAfterTwoMinutes() {
        Stage stage = budget(deployment(stage(), 2), "'minAvailable': 1").at(30);
        String pod = pods(stage).getFirst().meta().name();
        String at = stage.cluster().world().wall().toString();
        stage.patch(
                ResourceTypes.POD_DISRUPTION_BUDGETS,
                "b",
                "status",
                "{'status': {'disruptionsAllowed': 0, 'disruptedPods': {'%s': '%s'}}}".formatted(pod, at));
        stage.at(100);
        assertThat(status(stage).disruptedPods()).containsOnlyKeys(pod);
        assertThat(status(stage).disruptionsAllowed()).isZero();
        stage.at(155);
        assertThat(status(stage).disruptedPods()).isEmpty();
        assertThat(status(stage).disruptionsAllowed()).isEqualTo(1);
        assertThat(stage.events("NotDeleted"))
                .containsExactly("NotDeleted: Pod was expected by PDB default/b to be deleted but it wasn't");
    }

    @Test
    void aPodThatWasNotDisruptedStopsSayingSoAfterTwoMinutes() {
        Stage stage = deployment(stage(), 1).at(30);
        String pod = pods(stage).getFirst().meta().name();
        String now = stage.cluster().world().wall().toString();
        stage.patch(ResourceTypes.PODS, pod, "status", """
                {'status': {'conditions': [{'type': 'DisruptionTarget', 'status': 'True', 'reason': 'Someone',
                 'lastTransitionTime': '%s'}]}}""".formatted(now));
        stage.at(149);
        assertThat(stage.seePod(pod)
                        .status()
                        .condition(Pod.DISRUPTION_TARGET)
                        .orElseThrow()
                        .isTrue())
                .isTrue();
        stage.at(152);
        assertThat(stage.seePod(pod)
                        .status()
                        .condition(Pod.DISRUPTION_TARGET)
                        .orElseThrow()
                        .isTrue())
                .isFalse();
    }

    @Test
    void twoBudgetsForOnePodAreReported() {
        Stage stage = budget(stage(), "'minAvailable': 1");
        stage.create(ResourceTypes.POD_DISRUPTION_BUDGETS, StageManifests.json("""
                {'apiVersion': 'policy/v1', 'kind': 'PodDisruptionBudget', 'metadata': {'name': 'c'},
                 'spec': {'minAvailable': 0, 'selector': {}}}"""));
        deployment(stage, 1).at(20);
        String pod = pods(stage).getFirst().meta().name();
        assertThat(stage.events("MultiplePodDisruptionBudgets"))
                .contains("MultiplePodDisruptionBudgets: Pod \"default\"/\"%s\" matches multiple ".formatted(pod)
                        + "PodDisruptionBudgets.  Chose \"b\" arbitrarily.");
        assertThat(evict(stage, pod).orElseThrow().code()).isEqualTo(500);
    }
}
