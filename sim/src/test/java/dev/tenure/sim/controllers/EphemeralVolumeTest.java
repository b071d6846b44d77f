package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import org.junit.jupiter.api.Test;

/// Volumes that live with their pod get a claim, and the claim goes with the pod.
final class EphemeralVolumeTest {
    private static final String SPEC = """
        {'storageClassName': 'disk', 'accessModes': ['ReadWriteOnce'], 'resources': {'requests': {'storage': '1Gi'}}}\
        """;

    private static Stage stage() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 2);
        stage.cluster().startScheduler();
        return stage.create(
                        ResourceTypes.STORAGE_CLASSES,
                        StageManifests.json("{'metadata': {'name': 'disk'}, 'provisioner': 'example.com/disk'}"))
                .at(30)
                .begin();
    }

    private static Stage pod(Stage stage) {
        return stage.create(ResourceTypes.PODS, StageManifests.json("""
            {'metadata': {'name': 'p'}, 'spec': {'containers': [{'name': 'main', 'image': 'registry.test/a:1'}],
             'volumes': [{'name': 'data', 'ephemeral': {'volumeClaimTemplate': {
               'metadata': {'labels': {'its': 'data'}, 'annotations': {'note': 'x'}}, 'spec': %s}}}]}}\
            """.formatted(SPEC)));
    }

    private static PersistentVolumeClaim claim(Stage stage) {
        return stage.find(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, "p-data")
                .orElseThrow()
                .view(PersistentVolumeClaim.class);
    }

    private static Pod found(Stage stage) {
        return stage.find(ResourceTypes.PODS, "p").orElseThrow().view(Pod.class);
    }

    @Test
    void aPodGetsTheClaimThatItsVolumeDescribesAndThenItsNode() {
        Stage stage = pod(stage()).at(40);

        assertThat(stage.events("FailedBinding")).isEmpty();
        ObjectMeta meta = claim(stage).meta();
        assertThat(meta.labels()).containsEntry("its", "data");
        assertThat(meta.annotations()).containsEntry("note", "x");
        assertThat(meta.ownerReferences()).singleElement().satisfies(owner -> {
            assertThat(owner.kind()).isEqualTo("Pod");
            assertThat(owner.uid()).isEqualTo(found(stage).meta().uid());
            assertThat(owner.controller()).isTrue();
            assertThat(owner.blockOwnerDeletion()).isTrue();
        });
        assertThat(claim(stage).phase()).isEqualTo("Bound");
        assertThat(found(stage).spec().nodeName()).isNotEmpty();
    }

    @Test
    void theClaimGoesWithThePod() {
        Stage stage = pod(stage()).at(40).delete(ResourceTypes.PODS, "p", "{'gracePeriodSeconds': 0}");
        stage.at(90);

        assertThat(stage.find(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, "p-data")).isEmpty();
    }

    @Test
    void aClaimOfSomebodyElseIsNotTakenUntilItIsGone() {
        Stage stage = stage().create(
                        ResourceTypes.PERSISTENT_VOLUME_CLAIMS,
                        StageManifests.json("{'metadata': {'name': 'p-data'}, 'spec': %s}".formatted(SPEC)));
        pod(stage).at(40);

        assertThat(found(stage).spec().nodeName()).isEmpty();
        String why = "PVC default/p-data was not created for pod default/p (pod is not owner)";
        assertThat(stage.events("FailedBinding"))
                .isNotEmpty()
                .allMatch(("FailedBinding: ephemeral volume data: " + why)::equals);
        assertThat(stage.events("FailedScheduling")).anyMatch(told -> told.contains(why));

        stage.delete(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, "p-data", "{}").at(400);
        assertThat(claim(stage).meta().ownerReferences()).hasSize(1);
        assertThat(found(stage).spec().nodeName()).isNotEmpty();
    }
}
