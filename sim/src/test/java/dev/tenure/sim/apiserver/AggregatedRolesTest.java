package dev.tenure.sim.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.ControllerContext;
import dev.tenure.controllers.clusterroleaggregation.AggregationLoop;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import org.junit.jupiter.api.Test;

/// ClusterRoles that are made of others, with the controller that fills them.
final class AggregatedRolesTest {
    private static final ResourceType ROLES =
            new ResourceType("rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole", Scope.CLUSTER);
    private static final String RULE = "{'verbs': ['get'], 'apiGroups': [''], 'resources': ['%s']}";

    private final Stage stage = begun();

    private static Stage begun() {
        Stage stage = Stage.of(Semantics.DOCUMENTED);
        var loop = stage.cluster().world().loop("aggregation");
        var controller = new AggregationLoop(ControllerContext.alone(loop, stage.client()));
        loop.post("start", controller::start);
        return stage.begin().at(1);
    }

    private void create(String name, String labels, String rest) {
        stage.create(ROLES, StageManifests.json("""
            {'apiVersion': 'rbac.authorization.k8s.io/v1', 'kind': 'ClusterRole',
             'metadata': {'name': '%s', 'labels': {%s}}, %s}\
            """.formatted(name, labels, rest)));
    }

    private JsonNode rules(String name) {
        stage.pass(1);
        return Json.readObject(stage.find(ROLES, name).map(StoredObject::json).orElseThrow())
                .path("rules");
    }

    private static String selecting(String label) {
        return "'aggregationRule': {'clusterRoleSelectors': [{'matchLabels': {'%s': '1'}}]}".formatted(label);
    }

    @Test
    void aRoleShowsTheRulesOfThoseItSelects() {
        create("all", "", selecting("x"));
        assertThat(rules("all").isNull()).isTrue();
        create("pods", "'x': '1'", "'rules': [" + RULE.formatted("pods") + "]");
        assertThat(rules("all")).isEqualTo(rules("pods")).hasSize(1);
        stage.delete(ROLES, "pods", "{}");
        assertThat(rules("all").isEmpty()).isTrue();
    }

    @Test
    void rolesThatSelectEachOtherComeToRest() {
        create("a", "'x': '1'", selecting("y"));
        create("b", "'y': '1'", selecting("x"));
        create("pods", "'x': '1'", "'rules': [" + RULE.formatted("pods") + "]");
        assertThat(rules("a")).isEqualTo(rules("b")).hasSize(1);
        long revision = stage.find(ROLES, "a").map(StoredObject::revision).orElseThrow();
        stage.pass(60);
        assertThat(stage.find(ROLES, "a").map(StoredObject::revision)).contains(revision);
    }

    @Test
    void theRolesThatUsersAreGivenAreFilled() {
        assertThat(rules("view").isEmpty()).isFalse();
        assertThat(rules("admin").size()).isGreaterThan(rules("view").size());
    }
}
