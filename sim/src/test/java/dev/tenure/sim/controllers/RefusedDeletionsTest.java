package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.Component;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Controllers whose deletions are refused tell so in an event, and try again until they are let. Words and
/// reasons of the events are those of upstream's pod control.
final class RefusedDeletionsTest {
    private static final String TEMPLATE = "'selector': {'matchLabels': {'app': 'web'}}, 'template': {'metadata':"
            + " {'labels': {'app': 'web'}}, 'spec': {'containers': [{'name': 'main', 'image': 'registry.test/app:1'}]}}";

    private final Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 2);

    RefusedDeletionsTest() {
        stage.cluster().startScheduler();
        stage.at(30).begin();
    }

    private void refuse() {
        stage.cluster()
                .path(Component.CONTROLLERS)
                .failWhere(request -> request.verb() == Verb.DELETE
                                && request.target().resource().equals("pods")
                        ? Optional.of(new Status(403, "Forbidden", "pods may not go today", Optional.empty()))
                        : Optional.empty());
    }

    private void shrinks(ResourceType type, String spec, String event) {
        stage.create(
                        type,
                        StageManifests.json("{'metadata': {'name': 'web'}, 'spec': {'replicas': 3, %s %s}}"
                                .formatted(spec, TEMPLATE)))
                .pass(40);
        assertThat(stage.all(ResourceTypes.PODS)).hasSize(3);
        refuse();
        stage.patch(type, "web", "{'spec': {'replicas': 2}}").pass(20);
        assertThat(stage.all(ResourceTypes.PODS)).hasSize(3);
        assertThat(stage.events("FailedDelete"))
                .isNotEmpty()
                .allSatisfy(text -> assertThat(text).contains(event).contains("pods may not go today"));
        stage.cluster().path(Component.CONTROLLERS).heal();
        stage.pass(120);
        assertThat(stage.all(ResourceTypes.PODS)).hasSize(2);
    }

    @Test
    void aReplicaSetTellsAndTriesAgain() {
        shrinks(ResourceTypes.REPLICA_SETS, "", "Error deleting: ");
    }

    @Test
    void aStatefulSetTellsAndTriesAgain() {
        shrinks(
                ResourceTypes.STATEFUL_SETS,
                "'serviceName': 'web',",
                "Delete Pod web-2 in StatefulSet web failed error: ");
    }
}
