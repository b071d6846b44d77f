package dev.tenure.controllers.ephemeralvolume;

import static dev.tenure.model.meta.ResourceTypes.PERSISTENT_VOLUME_CLAIMS;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class EphemeralVolumeLoopTest {
    private static final String MAKE = "create persistentvolumeclaims default";

    private final LoopStage stage = new LoopStage(PODS, PERSISTENT_VOLUME_CLAIMS);
    private final EphemeralVolumeLoop loop = new EphemeralVolumeLoop(stage.context());

    private void pod(String more) {
        stage.put(PODS, """
                kind: Pod
                metadata: {name: web, namespace: default, uid: of-web%s}
                spec:
                  volumes:
                  - name: other
                    emptyDir: {}
                  - name: data
                    ephemeral: {volumeClaimTemplate: {metadata: {labels: {app: web}}, spec: {storageClassName: fast}}}
                """.formatted(more));
    }

    @Test
    void aPodGetsTheClaimThatItsVolumeDescribes() {
        stage.begin(loop::start);
        pod("");
        assertThat(stage.writes()).containsExactly(MAKE);
        var claim = stage.the(PERSISTENT_VOLUME_CLAIMS, "default", "web-data");
        assertThat(claim.path("spec").path("storageClassName").asText()).isEqualTo("fast");
        assertThat(claim.path("metadata").path("labels").path("app").asText()).isEqualTo("web");
        assertThat(claim.path("metadata").path("ownerReferences").toString())
                .contains("\"uid\":\"of-web\"")
                .contains("\"controller\":true");
    }

    @Test
    void aPodThatIsBeingDeletedGetsNone() {
        stage.begin(loop::start);
        pod(", deletionTimestamp: \"2026-01-01T00:00:00Z\"");
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aClaimThatIsDeletedIsMadeAgain() {
        pod("");
        stage.begin(loop::start);
        stage.writes();
        stage.remove(PERSISTENT_VOLUME_CLAIMS, "default", "web-data");
        assertThat(stage.writes()).containsExactly(MAKE);
    }

    @Test
    void aClaimOfSomebodyElseIsLeftAndTheFaultTold() {
        stage.put(PERSISTENT_VOLUME_CLAIMS, """
                kind: PersistentVolumeClaim
                metadata: {name: web-data, namespace: default}
                """);
        pod("");
        stage.begin(loop::start);
        assertThat(stage.writes()).isEmpty();
        assertThat(stage.events()).singleElement().asString().startsWith("FailedBinding: ephemeral volume data: ");
    }

    @Test
    void aClaimThatIsRefusedIsToldAndTriedAgain() {
        pod("");
        stage.refuseWrites(PERSISTENT_VOLUME_CLAIMS, status(403, "Forbidden"));
        stage.begin(loop::start);
        assertThat(stage.events())
                .containsExactly("FailedBinding: ephemeral volume data: create PVC web-data: Forbidden for a test");
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.api().all(PERSISTENT_VOLUME_CLAIMS)).hasSize(1);
    }
}
