package dev.tenure.controllers.persistentvolume;

import static dev.tenure.model.meta.ResourceTypes.PERSISTENT_VOLUMES;
import static dev.tenure.model.meta.ResourceTypes.PERSISTENT_VOLUME_CLAIMS;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.model.meta.ResourceTypes.STORAGE_CLASSES;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class VolumeBinderLoopTest {
    private final LoopStage stage = new LoopStage(PERSISTENT_VOLUMES, PERSISTENT_VOLUME_CLAIMS, STORAGE_CLASSES, PODS);
    private final VolumeBinderLoop loop = new VolumeBinderLoop(stage.context(), true);

    private void volume(String name, String size, String meta, String rest) {
        stage.put(PERSISTENT_VOLUMES, """
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: %1$s, uid: of-%1$s%3$s}
                spec: {capacity: {storage: %2$s}, accessModes: [ReadWriteOnce], storageClassName: "", %4$s}
                """.formatted(name, size, meta, rest));
    }

    private void claim(String storageClass, String meta) {
        stage.put(PERSISTENT_VOLUME_CLAIMS, """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: data, namespace: default, uid: of-data%s}
                spec: {accessModes: [ReadWriteOnce], %s resources: {requests: {storage: 5Gi}}}
                status: {phase: Pending}
                """.formatted(
                        meta, storageClass.isEmpty() ? "" : "storageClassName: %s,".formatted(storageClass)));
    }

    private void storageClass(String name, String provisioner, String more) {
        stage.put(STORAGE_CLASSES, """
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: %s%s}
                provisioner: %s
                """.formatted(name, more, provisioner));
    }

    private JsonNode claim() {
        return stage.the(PERSISTENT_VOLUME_CLAIMS, "default", "data");
    }

    private String claimPhase() {
        return claim().at("/status/phase").asText();
    }

    private JsonNode volume(String name) {
        return stage.the(PERSISTENT_VOLUMES, "", name);
    }

    @Test
    void aClaimIsBoundToTheSmallestVolumeThatIsLargeEnough() {
        volume("large", "100Gi", "", "");
        volume("small", "1Gi", "", "");
        volume("right", "10Gi", "", "");
        claim("\"\"", "");
        stage.begin(loop::start);
        assertThat(claim().at("/spec/volumeName").asText()).isEqualTo("right");
        assertThat(claimPhase()).isEqualTo("Bound");
        assertThat(volume("right").at("/status/phase").asText()).isEqualTo("Bound");
        assertThat(volume("right").at("/spec/claimRef/uid").asText()).isEqualTo("of-data");
        assertThat(volume("large").at("/status/phase").asText()).isEqualTo("Available");
    }

    @Test
    void aClaimWaitsForAVolumeAndTakesTheFirstThatFits() {
        claim("\"\"", "");
        stage.begin(loop::start);
        assertThat(claimPhase()).isEqualTo("Pending");
        assertThat(stage.events()).hasSize(1).first().asString().startsWith("FailedBinding: ");
        volume("small", "1Gi", "", "");
        assertThat(claimPhase()).isEqualTo("Pending");
        volume("right", "10Gi", "", "");
        assertThat(claimPhase()).isEqualTo("Bound");
    }

    @Test
    void aClassMakesAVolume() {
        storageClass("fast", "example.org/disk", "");
        claim("fast", "");
        stage.begin(loop::start);
        assertThat(claimPhase()).isEqualTo("Bound");
        assertThat(stage.api().all(PERSISTENT_VOLUMES)).hasSize(1);
        assertThat(stage.events()).hasSize(1).first().asString().contains("example.org/disk");
    }

    @Test
    void whatNobodyProvisionsIsNotMade() {
        storageClass("local", "kubernetes.io/no-provisioner", "");
        claim("local", "");
        stage.begin(loop::start);
        assertThat(stage.api().all(PERSISTENT_VOLUMES)).isEmpty();
        assertThat(claimPhase()).isEqualTo("Pending");
    }

    @Test
    void aClaimThatNamesNoClassGetsTheDefaultOnceThereIsOne() {
        claim("", "");
        stage.begin(loop::start);
        storageClass("other", "example.org/disk", "");
        assertThat(claim().at("/spec").has("storageClassName")).isFalse();
        storageClass(
                "usual", "example.org/disk", ", annotations: {storageclass.kubernetes.io/is-default-class: \"true\"}");
        assertThat(claim().at("/spec/storageClassName").asText()).isEqualTo("usual");
        assertThat(claimPhase()).isEqualTo("Bound");
    }

    @Test
    void aClaimWhoseVolumeIsGoneIsLost() {
        volume("right", "10Gi", "", "");
        claim("\"\"", "");
        stage.begin(loop::start);
        stage.remove(PERSISTENT_VOLUMES, "", "right");
        assertThat(claimPhase()).isEqualTo("Lost");
        assertThat(stage.events()).anyMatch(event -> event.startsWith("ClaimLost: "));
    }

    @Test
    void aVolumeIsReleasedWithItsClaim() {
        volume("right", "10Gi", "", "");
        claim("\"\"", "");
        stage.begin(loop::start);
        stage.remove(PERSISTENT_VOLUME_CLAIMS, "default", "data");
        assertThat(volume("right").at("/status/phase").asText()).isEqualTo("Released");
    }

    @Test
    void whatWasMadeForAClaimGoesWithIt() {
        storageClass("fast", "example.org/disk", "");
        claim("fast", "");
        stage.begin(loop::start);
        stage.remove(PERSISTENT_VOLUME_CLAIMS, "default", "data");
        assertThat(stage.api().all(PERSISTENT_VOLUMES))
                .as("its policy is Delete")
                .isEmpty();
    }

    @Test
    void aDeletedVolumeThatNobodyUsesLosesItsProtection() {
        volume(
                "gone",
                "1Gi",
                ", deletionTimestamp: \"2026-01-01T00:00:00Z\", finalizers: [kubernetes.io/pv-protection]",
                "");
        stage.begin(loop::start);
        assertThat(volume("gone").at("/metadata/finalizers")).isEmpty();
    }

    @Test
    void aRefusedBindingIsTriedAgainWithTheSameVolume() {
        volume("right", "10Gi", "", "");
        claim("\"\"", "");
        stage.refuseWrites(PERSISTENT_VOLUMES, status(500, "InternalError"));
        stage.begin(loop::start);
        assertThat(claim().at("/spec").has("volumeName")).isFalse();
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(20));
        assertThat(claimPhase()).isEqualTo("Bound");
    }
}
