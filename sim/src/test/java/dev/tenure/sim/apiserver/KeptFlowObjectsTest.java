package dev.tenure.sim.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import org.junit.jupiter.api.Test;

/// The server looks after its FlowSchemas and PriorityLevelConfigurations, once a minute.
final class KeptFlowObjectsTest {
    private static final ResourceType SCHEMAS =
            new ResourceType("flowcontrol.apiserver.k8s.io", "v1", "flowschemas", "FlowSchema", Scope.CLUSTER);
    private static final ResourceType LEVELS = new ResourceType(
            "flowcontrol.apiserver.k8s.io",
            "v1",
            "prioritylevelconfigurations",
            "PriorityLevelConfiguration",
            Scope.CLUSTER);

    private final Stage stage = Stage.of(Semantics.DOCUMENTED).begin();

    private JsonNode see(ResourceType type, String name) {
        return stage.find(type, name).map(found -> Json.read(found.json())).orElseThrow();
    }

    private long revision(ResourceType type, String name) {
        return stage.find(type, name).map(StoredObject::revision).orElse(0L);
    }

    @Test
    void whatIsFineIsNotWritten() {
        long before = revision(SCHEMAS, "global-default");
        stage.at(200);
        assertThat(revision(SCHEMAS, "global-default")).isEqualTo(before);
    }

    @Test
    void whatIsDeletedIsThereAgainWithinAMinute() {
        stage.delete(SCHEMAS, "global-default", "{}").delete(LEVELS, "catch-all", "{}");
        assertThat(stage.find(SCHEMAS, "global-default")).isEmpty();
        stage.at(61);
        assertThat(see(SCHEMAS, "global-default")
                        .at("/status/conditions/0/reason")
                        .asText())
                .isEqualTo("Found");
        assertThat(see(LEVELS, "catch-all")
                        .at("/metadata/managedFields/0/manager")
                        .asText())
                .isEqualTo("api-priority-and-fairness-config-producer-v1");
        assertThat(see(LEVELS, "catch-all")
                        .at("/spec/limited/nominalConcurrencyShares")
                        .asInt())
                .isEqualTo(5);
    }

    @Test
    void whatIsChangedIsGivenBackUnlessItSaysOtherwise() {
        String shares = "{'metadata': {'annotations': {'apf.kubernetes.io/autoupdate-spec': '%s'}},"
                + " 'spec': {'limited': {'nominalConcurrencyShares': 77}}}";
        stage.patch(LEVELS, "system", shares.formatted("true")).patch(LEVELS, "node-high", shares.formatted("false"));
        stage.at(61);
        assertThat(see(LEVELS, "system")
                        .at("/spec/limited/nominalConcurrencyShares")
                        .asInt())
                .isEqualTo(30);
        assertThat(see(LEVELS, "node-high")
                        .at("/spec/limited/nominalConcurrencyShares")
                        .asInt())
                .isEqualTo(77);
    }

    @Test
    void aSchemaOfAUserSaysWhetherItsLevelIsThere() {
        stage.create(SCHEMAS, StageManifests.json("""
                {'metadata': {'name': 'mine'}, 'spec': {'priorityLevelConfiguration': {'name': 'own'}}}
                """)).pass(1);
        assertThat(see(SCHEMAS, "mine").at("/status/conditions/0/status").asText())
                .isEqualTo("True");
        stage.create(LEVELS, StageManifests.json("""
                {'metadata': {'name': 'own'}, 'spec': {'type': 'Limited', 'limited': {'limitResponse': {'type': 'Reject'}}}}
                """)).pass(1);
        assertThat(see(SCHEMAS, "mine").at("/status/conditions/0/status").asText())
                .isEqualTo("False");
        stage.delete(LEVELS, "own", "{}").pass(1);
        assertThat(see(SCHEMAS, "mine").at("/status/conditions/0/reason").asText())
                .isEqualTo("NotFound");
    }
}
