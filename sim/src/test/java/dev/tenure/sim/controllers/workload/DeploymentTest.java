package dev.tenure.sim.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.apps.Deployment;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Condition;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which ReplicaSets a Deployment takes, lets go and keeps, and what its status says of them.
final class DeploymentTest {
    private static final String REVISION = "deployment.kubernetes.io/revision";

    private final Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 3);

    DeploymentTest() {
        stage.cluster().startScheduler();
        stage.at(30).begin();
    }

    private static String template(int version) {
        return """
                {'metadata': {'labels': {'app': 'web'}}, 'spec': {'containers':
                  [{'name': 'main', 'image': 'registry.test/app:%d'}]}}""".formatted(version);
    }

    private void set(String name, int version, int replicas, String annotations) {
        stage.create(ResourceTypes.REPLICA_SETS, StageManifests.json("""
                {'metadata': {'name': '%s', 'labels': {'app': 'web'}, 'annotations': %s}, 'spec': {'replicas': %d,
                 'selector': {'matchLabels': {'app': 'web'}}, 'template': %s}}""".formatted(
                        name, annotations, replicas, template(version))));
    }

    private void deployment(int version, String more) {
        stage.create(ResourceTypes.DEPLOYMENTS, StageManifests.json("""
                {'metadata': {'name': 'web'}, 'spec': {'replicas': 2, %s
                 'selector': {'matchLabels': {'app': 'web'}}, 'template': %s}}""".formatted(more, template(version))));
    }

    private Deployment web() {
        return stage.find(ResourceTypes.DEPLOYMENTS, "web").orElseThrow().view(Deployment.class);
    }

    private List<ReplicaSet> sets() {
        return stage.all(ResourceTypes.REPLICA_SETS).stream()
                .map(set -> set.view(ReplicaSet.class))
                .toList();
    }

    private static String owner(StoredObject set) {
        return set.view(ReplicaSet.class)
                .meta()
                .controllerOwner()
                .map(OwnerReference::uid)
                .orElse("nobody");
    }

    private String message(String type) {
        return Condition.find(web().status().conditions(), type)
                .map(condition -> condition.status().word() + " " + condition.reason())
                .orElse("nothing");
    }

    @Test
    void theConditionThatChangedLastStandsLast() {
        deployment(1, "");
        stage.pass(30);
        assertThat(web().status().conditions()).extracting(Condition::type).containsExactly("Available", "Progressing");
        stage.patch(ResourceTypes.DEPLOYMENTS, "web", "{'spec': {'replicas': 9}}")
                .pass(30);
        assertThat(web().status().conditions()).extracting(Condition::type).containsExactly("Progressing", "Available");
    }

    @Test
    void setsThatMatchAreTakenOverWithTheirRevision() {
        set("before", 1, 2, "{'%s': '3546343826724305832'}".formatted(REVISION));
        stage.pass(20);
        deployment(2, "");
        stage.pass(60);
        String uid = stage.find(ResourceTypes.DEPLOYMENTS, "web").orElseThrow().uid();
        assertThat(stage.all(ResourceTypes.REPLICA_SETS))
                .hasSize(2)
                .allSatisfy(set -> assertThat(owner(set)).isEqualTo(uid));
        assertThat(web().meta().annotations()).containsEntry(REVISION, "3546343826724305833");
        assertThat(stage.find(ResourceTypes.REPLICA_SETS, "before")
                        .orElseThrow()
                        .view(ReplicaSet.class)
                        .replicas())
                .isZero();
        assertThat(message("Progressing")).isEqualTo("True NewReplicaSetAvailable");
    }

    @Test
    void aDeploymentMadeAnewTakesTheSetThatItsForerunnerLeft() {
        deployment(1, "");
        stage.pass(20);
        String name = sets().getFirst().meta().name();
        stage.delete(ResourceTypes.DEPLOYMENTS, "web", "{'propagationPolicy': 'Orphan'}")
                .pass(20);
        assertThat(stage.all(ResourceTypes.REPLICA_SETS))
                .hasSize(1)
                .allSatisfy(set -> assertThat(owner(set)).isEqualTo("nobody"));
        deployment(1, "");
        stage.pass(20);
        assertThat(sets()).singleElement().satisfies(set -> {
            assertThat(set.meta().name()).isEqualTo(name);
            assertThat(set.meta().controllerOwner()).isPresent();
        });
        assertThat(web().status().availableReplicas()).isEqualTo(2);
    }

    @Test
    void aSetWhoseLabelsNoLongerMatchIsLetGoAndReplaced() {
        deployment(1, "");
        stage.pass(20);
        String name = sets().getFirst().meta().name();
        stage.patch(ResourceTypes.REPLICA_SETS, name, "{'metadata': {'labels': {'app': 'other'}}}")
                .pass(20);
        assertThat(owner(stage.find(ResourceTypes.REPLICA_SETS, name).orElseThrow()))
                .isEqualTo("nobody");
        assertThat(web().status().collisionCount()).hasValue(1);
        assertThat(sets()).hasSize(2);
        assertThat(web().status().replicas()).isEqualTo(2);
        stage.patch(ResourceTypes.REPLICA_SETS, name, "{'metadata': {'labels': {'app': 'web'}}}")
                .pass(40);
        assertThat(stage.all(ResourceTypes.REPLICA_SETS))
                .allSatisfy(set -> assertThat(owner(set)).isNotEqualTo("nobody"));
    }

    @Test
    void aDeploymentThatIsGoingNeitherTakesNorGives() {
        deployment(1, "");
        stage.pass(20);
        String name = sets().getFirst().meta().name();
        set("stranger", 1, 0, "{}");
        stage.patch(ResourceTypes.REPLICA_SETS, "stranger", "{'metadata': {'labels': {'app': 'other'}}}");
        stage.pass(20)
                .patch(ResourceTypes.DEPLOYMENTS, "web", "{'metadata': {'finalizers': ['test.dev/hold']}}")
                .delete(ResourceTypes.DEPLOYMENTS, "web", "{'propagationPolicy': 'Background'}")
                .patch(ResourceTypes.REPLICA_SETS, name, "{'metadata': {'labels': {'app': 'other'}}}")
                .patch(ResourceTypes.REPLICA_SETS, "stranger", "{'metadata': {'labels': {'app': 'web'}}}")
                .pass(20);
        assertThat(owner(stage.find(ResourceTypes.REPLICA_SETS, name).orElseThrow()))
                .isEqualTo(stage.find(ResourceTypes.DEPLOYMENTS, "web")
                        .orElseThrow()
                        .uid());
        assertThat(owner(stage.find(ResourceTypes.REPLICA_SETS, "stranger").orElseThrow()))
                .isEqualTo("nobody");
    }

    @Test
    void theHistoryKeepsAsManyOldSetsAsItIsAskedTo() {
        set("before", 1, 1, "{}");
        stage.pass(20);
        deployment(2, "'revisionHistoryLimit': 0,");
        stage.pass(60);
        assertThat(sets())
                .singleElement()
                .satisfies(set -> assertThat(set.meta().name()).startsWith("web-"));
    }

    @Test
    void aRollbackNotesTheRevisionsThatASetHasBeen() {
        deployment(1, "");
        stage.pass(20);
        for (int version : new int[] {2, 1, 2, 1}) {
            stage.patch(ResourceTypes.DEPLOYMENTS, "web", "{'spec': {'template': %s}}".formatted(template(version)))
                    .pass(40);
        }
        assertThat(web().meta().annotations()).containsEntry(REVISION, "5");
        assertThat(sets())
                .extracting(set -> set.meta().annotations().get("deployment.kubernetes.io/revision-history"))
                .containsExactlyInAnyOrder("1,3", "2");
    }

    @Test
    void aRolloutCanBeOvertakenByTheNext() {
        String stuck = "{'spec': {'template': {'spec': {'containers':"
                + " [{'name': 'main', 'image': 'registry.test/app:nonexistent'}]}}}}";
        deployment(1, "'minReadySeconds': 5, 'strategy': {'rollingUpdate': {'maxSurge': 1, 'maxUnavailable': 0}},");
        stage.pass(40);
        stage.patch(ResourceTypes.DEPLOYMENTS, "web", stuck).pass(20);
        assertThat(web().status().unavailableReplicas()).isEqualTo(1);
        stage.patch(ResourceTypes.DEPLOYMENTS, "web", "{'spec': {'template': %s}}".formatted(template(2)))
                .pass(60);
        assertThat(web().status().availableReplicas()).isEqualTo(2);
        assertThat(web().status().updatedReplicas()).isEqualTo(2);
        assertThat(sets()).hasSize(3);
        assertThat(sets().stream().mapToInt(ReplicaSet::replicas).sum()).isEqualTo(2);
    }

    @Test
    void aQuotaThatAllowsAgainEndsTheFailure() {
        stage.create(
                        ResourceTypes.RESOURCE_QUOTAS,
                        StageManifests.json("{'metadata': {'name': 'q'}, 'spec': {'hard': {'pods': '1'}}}"))
                .pass(5);
        deployment(1, "");
        stage.pass(20);
        assertThat(message("ReplicaFailure")).isEqualTo("True FailedCreate");
        assertThat(web().status().conditions())
                .anySatisfy(condition -> assertThat(condition.message()).contains("exceeded quota: q"));
        stage.patch(ResourceTypes.RESOURCE_QUOTAS, "q", "{'spec': {'hard': {'pods': '5'}}}")
                .pass(150);
        assertThat(message("ReplicaFailure")).isEqualTo("nothing");
        assertThat(web().status().availableReplicas()).isEqualTo(2);
    }

    @Test
    void aSetThatCannotBeMadeIsReported() {
        stage.create(
                        ResourceTypes.RESOURCE_QUOTAS,
                        StageManifests.json(
                                "{'metadata': {'name': 'q'}, 'spec': {'hard': {'count/replicasets.apps': '0'}}}"))
                .pass(5);
        deployment(1, "");
        stage.pass(20);
        assertThat(message("Progressing")).isEqualTo("False ReplicaSetCreateError");
        assertThat(stage.events("ReplicaSetCreateError"))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event)
                        .contains("Failed to create new replica set \"web-")
                        .contains("exceeded quota: q"));
    }
}
