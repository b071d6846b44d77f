package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.ControllerContext;
import dev.tenure.controllers.policystatus.PolicyStatusLoop;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.kinds.KindList;
import dev.tenure.kinds.admission.policy.PolicyTypeCheck;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Validating policies, with the controller that checks their expressions.
final class PolicyStatusTest {
    private final Stage stage = begun();

    private static Stage begun() {
        Stage stage = Stage.of(Semantics.DOCUMENTED);
        var loop = stage.cluster().world().loop("policy-status");
        var controller = new PolicyStatusLoop(
                ControllerContext.alone(loop, stage.client()),
                (spec, definitions) -> PolicyTypeCheck.warnings(KindList.standard(), spec, definitions));
        loop.post("start", controller::start);
        return stage.begin().at(1);
    }

    private JsonNode status() {
        stage.pass(1);
        return Json.readObject(stage.find(PolicyStatusLoop.POLICIES, "p")
                        .map(StoredObject::json)
                        .orElseThrow())
                .path("status");
    }

    @Test
    void eachSpecIsCheckedOnce() {
        stage.create(PolicyStatusLoop.POLICIES, StageManifests.json("""
            {'metadata': {'name': 'p'}, 'spec': {'matchConstraints': {'resourceRules': [{'apiGroups': ['apps'],
             'apiVersions': ['v1'], 'resources': ['deployments'], 'operations': ['CREATE']}]},
             'validations': [{'expression': 'object.spec.replicas == object.kind'}]}}\
            """));
        assertThat(status().path("observedGeneration").asInt()).isEqualTo(1);
        assertThat(status().at("/typeChecking/expressionWarnings/0/warning").asText())
                .contains("applied to '(int, string)'");
        stage.patch(
                PolicyStatusLoop.POLICIES,
                "p",
                "{'spec': {'validations': [{'expression': 'object.spec.replicas == 1'}]}}");
        assertThat(status())
                .isEqualTo(Json.readObject(
                        "{\"observedGeneration\":2,\"typeChecking\":{}}".getBytes(StandardCharsets.UTF_8)));
    }
}
