package dev.tenure.controllers.persistentvolume;

import static dev.tenure.model.meta.ResourceTypes.PERSISTENT_VOLUMES;
import static dev.tenure.model.meta.ResourceTypes.PERSISTENT_VOLUME_CLAIMS;
import static dev.tenure.model.meta.ResourceTypes.VOLUME_ATTRIBUTES_CLASSES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AttributesClassLoopTest {
    private static final String GONE = "deletionTimestamp: \"2026-01-01T00:00:00Z\",";

    private final LoopStage stage =
            new LoopStage(VOLUME_ATTRIBUTES_CLASSES, PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES);
    private final AttributesClassLoop loop = new AttributesClassLoop(stage.context());

    private void gold(String deleted, String finalizer) {
        stage.put(VOLUME_ATTRIBUTES_CLASSES, """
                kind: VolumeAttributesClass
                metadata: {name: gold, uid: of-gold, %s finalizers: [%s]}
                """.formatted(deleted, finalizer));
    }

    private void claim(String rest) {
        stage.put(PERSISTENT_VOLUME_CLAIMS, """
                kind: PersistentVolumeClaim
                metadata: {name: data, namespace: default}
                %s
                """.formatted(rest));
    }

    private boolean guarded() {
        return !stage.the(VOLUME_ATTRIBUTES_CLASSES, "", "gold")
                .at("/metadata/finalizers")
                .isEmpty();
    }

    @Test
    void aDeletedClassThatNobodyNamesGoes() {
        gold(GONE, "kubernetes.io/vac-protection");
        stage.begin(loop::start);
        assertThat(guarded()).isFalse();
    }

    @Test
    void aClassThatIsNotDeletedOrGuardedByOthersIsLeftAlone() {
        stage.begin(loop::start);
        gold("", "kubernetes.io/vac-protection");
        gold(GONE, "others.io/protection");
        assertThat(stage.writes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spec: {volumeAttributesClassName: gold}",
                "status: {currentVolumeAttributesClassName: gold}",
                "status: {modifyVolumeStatus: {targetVolumeAttributesClassName: gold}}"
            })
    void aClaimThatNamesTheClassKeepsItUntilItNamesAnother(String place) {
        gold(GONE, "kubernetes.io/vac-protection");
        claim(place);
        stage.begin(loop::start);
        assertThat(guarded()).isTrue();
        claim(place.replace("gold", "silver"));
        assertThat(guarded()).isFalse();
    }

    @Test
    void aVolumeThatNamesTheClassKeepsItUntilItGoes() {
        gold(GONE, "kubernetes.io/vac-protection");
        stage.put(
                PERSISTENT_VOLUMES,
                "{kind: PersistentVolume, metadata: {name: v}, spec: {volumeAttributesClassName: gold}}");
        stage.begin(loop::start);
        assertThat(guarded()).isTrue();
        stage.remove(PERSISTENT_VOLUMES, "", "v");
        assertThat(guarded()).isFalse();
    }
}
