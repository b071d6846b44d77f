package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of objects when their owners go, or are none.
final class GarbageTest {
    private static final String ELSEWHERE = "kube-system";

    private final Stage stage = Stage.of(Semantics.DOCUMENTED).at(30).begin();

    private static ObjectNode map(String name) {
        return StageManifests.json("{'metadata': {'name': '%s'}}".formatted(name));
    }

    private static ObjectNode owned(ObjectNode object, String kind, String name, String uid) {
        object.withObject("/metadata")
                .putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "v1")
                .put("kind", kind)
                .put("name", name)
                .put("uid", uid);
        return object;
    }

    private String uid(ResourceType type, String name) {
        return stage.find(type, name).orElseThrow().uid();
    }

    private boolean exists(String name) {
        return stage.find(ResourceTypes.CONFIG_MAPS, name).isPresent();
    }

    @Test
    void whatIsOwnedGoesAfterItsLastOwner() {
        stage.create(ResourceTypes.CONFIG_MAPS, map("owner"));
        stage.create(
                        ResourceTypes.CONFIG_MAPS,
                        owned(map("owned"), "ConfigMap", "owner", uid(ResourceTypes.CONFIG_MAPS, "owner")))
                .pass(5);
        assertThat(exists("owned")).isTrue();
        stage.delete(ResourceTypes.CONFIG_MAPS, "owner", "{}").pass(5);
        assertThat(exists("owned")).isFalse();
    }

    @Test
    void anOwnerInAnotherNamespaceIsNone() {
        stage.client().create(ResourceTypes.CONFIG_MAPS, ELSEWHERE, Document.of(map("owner")));
        String uid = stage.all(ResourceTypes.CONFIG_MAPS).stream()
                .filter(map -> map.key().name().equals("owner"))
                .findFirst()
                .orElseThrow()
                .uid();
        stage.create(ResourceTypes.CONFIG_MAPS, owned(map("owned"), "ConfigMap", "owner", uid))
                .pass(5);
        assertThat(exists("owned")).isFalse();
    }

    @Test
    void anObjectOfTheWholeClusterStaysWhateverObjectOfANamespaceItNames() {
        stage.create(ResourceTypes.CONFIG_MAPS, map("owner"));
        String uid = uid(ResourceTypes.CONFIG_MAPS, "owner");
        ObjectNode node = StageManifests.node("n", "z");
        stage.create(ResourceTypes.NODES, owned(node, "ConfigMap", "owner", uid))
                .pass(5);
        stage.delete(ResourceTypes.CONFIG_MAPS, "owner", "{}").pass(30);
        assertThat(stage.find(ResourceTypes.NODES, "n")).isPresent();
    }

    /// a owns b, b owns c, and so on; the last owns a: each waits for the next, and yet all go.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void aCircleOfOwnersGoes(int size) {
        for (int i = 0; i < size; i++) {
            stage.create(ResourceTypes.CONFIG_MAPS, map("m-" + i));
        }
        for (int i = 0; i < size; i++) {
            String owner = "m-" + (i + size - 1) % size;
            stage.patch(
                    ResourceTypes.CONFIG_MAPS, "m-" + i, """
                    {'metadata': {'ownerReferences': [{'apiVersion': 'v1', 'kind': 'ConfigMap', 'name': '%s',
                      'uid': '%s', 'controller': true, 'blockOwnerDeletion': true}]}}""".formatted(owner, uid(ResourceTypes.CONFIG_MAPS, owner)));
        }
        stage.pass(5);
        assertThat(exists("m-0")).isTrue();
        stage.delete(ResourceTypes.CONFIG_MAPS, "m-0", "{'propagationPolicy': 'Foreground'}")
                .pass(30);
        for (int i = 0; i < size; i++) {
            assertThat(exists("m-" + i)).as("m-%d", i).isFalse();
        }
    }
}
