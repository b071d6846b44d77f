package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.PersistentVolume;
import dev.tenure.model.core.PersistentVolumeClaim;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.Component;
import dev.tenure.wire.json.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Claims, volumes, the scheduler and pods that use them.
final class VolumeBindingTest {
    private static final String CLASS = """
        {'metadata': {'name': '%s'}, 'provisioner': '%s', 'volumeBindingMode': '%s'}\
        """;

    /// Two zones of two nodes each, and the classes `now`, `late` and `local`.
    private static Stage stage() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 2).nodes("b", 2);
        stage.cluster().startScheduler();
        return stage.create(
                        ResourceTypes.STORAGE_CLASSES,
                        StageManifests.json(CLASS.formatted("now", "example.com/disk", "Immediate")))
                .create(
                        ResourceTypes.STORAGE_CLASSES,
                        StageManifests.json(CLASS.formatted("late", "example.com/disk", "WaitForFirstConsumer")))
                .create(
                        ResourceTypes.STORAGE_CLASSES,
                        StageManifests.json(
                                CLASS.formatted("local", "kubernetes.io/no-provisioner", "WaitForFirstConsumer")))
                .at(30)
                .begin();
    }

    private static Stage claim(Stage stage, String name, String storageClass) {
        return stage.create(
                ResourceTypes.PERSISTENT_VOLUME_CLAIMS, StageManifests.json("""
            {'metadata': {'name': '%s'}, 'spec': {'storageClassName': '%s', 'accessModes': ['ReadWriteOnce'],
             'resources': {'requests': {'storage': '1Gi'}}}}\
            """.formatted(name, storageClass)));
    }

    private static Stage local(Stage stage, String name, String size, String node) {
        return stage.create(ResourceTypes.PERSISTENT_VOLUMES, StageManifests.json("""
            {'metadata': {'name': '%s'}, 'spec': {'storageClassName': 'local', 'capacity': {'storage': '%s'},
             'accessModes': ['ReadWriteOnce'], 'persistentVolumeReclaimPolicy': 'Retain', 'local': {'path': '/x'},
             'nodeAffinity': {'required': {'nodeSelectorTerms': [{'matchExpressions': [
               {'key': 'kubernetes.io/hostname', 'operator': 'In', 'values': ['%s']}]}]}}}}\
            """.formatted(name, size, node)));
    }

    private static Stage pod(Stage stage, String name, String claim, String more) {
        return stage.create(ResourceTypes.PODS, StageManifests.json("""
            {'metadata': {'name': '%s'}, 'spec': {%s 'containers': [{'name': 'main', 'image': 'registry.test/a:1'}],
             'volumes': [{'name': 'data', 'persistentVolumeClaim': {'claimName': '%s'}}]}}\
            """.formatted(name, more, claim)));
    }

    private static PersistentVolumeClaim claim(Stage stage, String name) {
        return stage.find(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, name)
                .orElseThrow()
                .view(PersistentVolumeClaim.class);
    }

    private static String nodeOf(Stage stage, String pod) {
        return stage.find(ResourceTypes.PODS, pod)
                .orElseThrow()
                .view(Pod.class)
                .spec()
                .nodeName();
    }

    private static List<StoredObject> volumes(Stage stage) {
        return stage.all(ResourceTypes.PERSISTENT_VOLUMES);
    }

    @Test
    void aClaimOfAnImmediateClassIsBoundToAVolumeThatIsMadeForIt() {
        Stage stage = claim(stage(), "c", "now").at(5);
        assertThat(claim(stage, "c").phase()).isEqualTo("Bound");
        assertThat(volumes(stage)).singleElement().satisfies(volume -> {
            assertThat(volume.view(PersistentVolume.class).phase()).isEqualTo("Bound");
            assertThat(volume.key().name()).isEqualTo(claim(stage, "c").volumeName());
        });
        pod(stage, "p", "c", "").at(10);
        assertThat(nodeOf(stage, "p")).isNotEmpty();
    }

    @Test
    void aClaimThatWaitsIsBoundOnceItsPodHasANodeAndTheVolumeStaysInThatZone() {
        Stage stage = claim(stage(), "c", "late").at(20);
        assertThat(claim(stage, "c").phase()).isEqualTo("Pending");
        pod(stage, "p", "c", "'nodeSelector': {'kubernetes.io/hostname': 'b-1'},")
                .at(40);
        assertThat(nodeOf(stage, "p")).isEqualTo("b-1");
        assertThat(claim(stage, "c").phase()).isEqualTo("Bound");
        assertThat(Json.readObject(volumes(stage).getFirst().json())
                        .at("/spec/nodeAffinity/required/nodeSelectorTerms/0/matchExpressions/0/values/0")
                        .asText())
                .isEqualTo("b");
        pod(stage, "q", "c", "").at(60);
        assertThat(nodeOf(stage, "q")).startsWith("b-");
    }

    @Test
    void podsGetTheSmallestLocalVolumesThatAreLargeEnoughEachItsOwn() {
        Stage stage = local(local(stage(), "small", "1Gi", "a-0"), "large", "9Gi", "b-0");
        claim(claim(stage, "c", "local"), "d", "local").at(5);
        assertThat(claim(stage, "c").phase()).isEqualTo("Pending");
        pod(pod(stage, "p", "c", "'nodeSelector': {'kubernetes.io/hostname': 'a-0'},"), "q", "d", "")
                .at(40);
        assertThat(nodeOf(stage, "p")).isEqualTo("a-0");
        assertThat(claim(stage, "c").volumeName()).isEqualTo("small");
        assertThat(nodeOf(stage, "q")).isEqualTo("b-0");
        assertThat(claim(stage, "d").volumeName()).isEqualTo("large");
    }

    private static String phaseOf(Stage stage, String volume) {
        return stage.find(ResourceTypes.PERSISTENT_VOLUMES, volume)
                .orElseThrow()
                .view(PersistentVolume.class)
                .phase();
    }

    @Test
    void aPhaseThatCannotBeWrittenIsWrittenLater() {
        Stage stage = stage();
        var way = stage.cluster().path(Component.CONTROLLERS);
        way.failWhere(request -> request.target().resource().equals("persistentvolumes")
                        && request.target().subresource().equals("status")
                ? Optional.of(new Status(503, "ServiceUnavailable", "not now", Optional.empty()))
                : Optional.empty());
        local(stage, "v", "1Gi", "a-0").at(40);
        assertThat(phaseOf(stage, "v")).isNotEqualTo("Available");
        way.heal();
        stage.at(120);
        assertThat(phaseOf(stage, "v")).isEqualTo("Available");
    }

    @Test
    void aVolumeThatIsKeptForAClaimIsBoundToIt() {
        Stage stage = stage().create(ResourceTypes.PERSISTENT_VOLUMES, StageManifests.json("""
            {'metadata': {'name': 'kept'}, 'spec': {'storageClassName': '', 'capacity': {'storage': '2Gi'},
             'accessModes': ['ReadWriteOnce'], 'hostPath': {'path': '/x'},
             'claimRef': {'namespace': 'default', 'name': 'c'}}}\
            """));
        claim(stage, "c", "").at(5);
        assertThat(claim(stage, "c").volumeName()).isEqualTo("kept");
        assertThat(claim(stage, "c").phase()).isEqualTo("Bound");
    }

    @Test
    void aDeletedClaimStaysWhileAPodUsesItAndTakesItsVolumeAlong() {
        Stage stage = claim(stage(), "c", "now");
        pod(stage, "p", "c", "").at(20);
        stage.delete(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, "c", "{}").at(40);
        assertThat(claim(stage, "c").meta().deleting()).isTrue();
        stage.delete(ResourceTypes.PODS, "p", "{}").at(90);
        assertThat(stage.find(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, "c")).isEmpty();
        assertThat(volumes(stage)).isEmpty();
    }

    @Test
    void aDeletedClassOfAttributesGoesWhenTheLastClaimThatNamesItHasGone() {
        Stage stage = stage();
        for (String name : List.of("gold", "silver")) {
            stage.create(ResourceTypes.VOLUME_ATTRIBUTES_CLASSES, StageManifests.json("""
                {'metadata': {'name': '%s'}, 'driverName': 'example.com/disk', 'parameters': {'iops': '1'}}\
                """.formatted(name)));
        }
        stage.create(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, StageManifests.json("""
            {'metadata': {'name': 'c'}, 'spec': {'storageClassName': 'late', 'accessModes': ['ReadWriteOnce'],
             'volumeAttributesClassName': 'gold', 'resources': {'requests': {'storage': '1Gi'}}}}\
            """));
        stage.at(5).delete(ResourceTypes.VOLUME_ATTRIBUTES_CLASSES, "gold", "{}");
        stage.delete(ResourceTypes.VOLUME_ATTRIBUTES_CLASSES, "silver", "{}");
        stage.at(10);
        assertThat(stage.find(ResourceTypes.VOLUME_ATTRIBUTES_CLASSES, "gold")).isPresent();
        assertThat(stage.find(ResourceTypes.VOLUME_ATTRIBUTES_CLASSES, "silver"))
                .isEmpty();
        stage.delete(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, "c", "{}");
        stage.at(20);
        assertThat(stage.find(ResourceTypes.VOLUME_ATTRIBUTES_CLASSES, "gold")).isEmpty();
    }

    /// As upstream's podUsesPVCForDeletion has it.
    @Test
    void aDeletedClaimIsHeldByPodsThatHaveANodeEvenEndedOnesAndByNoOthers() {
        Stage stage = claim(claim(stage(), "c", "now"), "d", "now").at(5);
        pod(pod(stage, "ended", "c", "'restartPolicy': 'Never',"), "waits", "d", "'nodeSelector': {'no': 'node'},")
                .at(10);
        stage.patch(ResourceTypes.PODS, "ended", "status", "{'status': {'phase': 'Succeeded'}}");
        stage.delete(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, "c", "{}")
                .delete(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, "d", "{}")
                .at(30);

        assertThat(claim(stage, "c").meta().deleting()).isTrue();
        assertThat(stage.find(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, "d")).isEmpty();

        stage.delete(ResourceTypes.PODS, "ended", "{'gracePeriodSeconds': 0}").at(60);
        assertThat(stage.find(ResourceTypes.PERSISTENT_VOLUME_CLAIMS, "c")).isEmpty();
    }
}
