package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.machineset.MachineTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.kinds.definition.EstablishedDefinition;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A server does not check the definitions that it begins with: it would take them, and they would look the
/// same.
class PlayedKindsTest {
    private static List<ObjectNode> definitions() {
        List<ObjectNode> all = new ArrayList<>(MachineTypes.definitions());
        all.addAll(PlayedKinds.definitions());
        return all;
    }

    private static ObjectNode timeless(ObjectNode definition) {
        ObjectNode metadata = definition.withObjectProperty("metadata");
        List.of("uid", "creationTimestamp", "managedFields", "resourceVersion").forEach(metadata::remove);
        for (JsonNode condition : definition.path("status").path("conditions")) {
            ((ObjectNode) condition).remove("lastTransitionTime");
        }
        return definition;
    }

    @Test
    void aServerTakesEachAndHoldsItInTheSameForm() {
        Stage stage = Stage.of(Semantics.DOCUMENTED);
        for (ObjectNode definition : definitions()) {
            stage.create(DefinedTypes.DEFINITIONS, definition);
        }
        stage.at(5);
        for (ObjectNode definition : definitions()) {
            String name = definition.at("/metadata/name").asText();
            ObjectNode there = Json.readObject(
                    stage.find(DefinedTypes.DEFINITIONS, name).orElseThrow().json());
            EstablishedDefinition.complete(definition, Instant.EPOCH);
            assertThat(timeless(there)).as(name).isEqualTo(timeless(definition));
        }
    }

    @Test
    void eachIsStoredUnderItsName() {
        assertThat(PlayedKinds.stored(Instant.EPOCH))
                .extracting(stored -> stored.key().name())
                .containsExactly(
                        "taintevictionpolicies.tenure.dev",
                        "failedpodretentions.tenure.dev",
                        "nodereadinessrules.readiness.node.x-k8s.io");
    }
}
