package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.Component;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NamespaceDeletionTest {
    private static final String SHOP = "shop";

    private final Stage stage = Stage.of(Semantics.DOCUMENTED);

    private boolean isThere() {
        return stage.find(ResourceTypes.NAMESPACES, SHOP).isPresent();
    }

    private String conditions() {
        return Json.readObject(
                        stage.find(ResourceTypes.NAMESPACES, SHOP).orElseThrow().json())
                .at("/status/conditions")
                .toString();
    }

    /// It may hold something of which nobody knows.
    @Test
    void aNamespaceWhoseContentCannotBeListedStays() {
        stage.create(ResourceTypes.NAMESPACES, StageManifests.json("{'metadata': {'name': '%s'}}".formatted(SHOP)))
                .pass(1);
        stage.client()
                .create(
                        ResourceTypes.CONFIG_MAPS,
                        SHOP,
                        Document.of(StageManifests.json(
                                "{'metadata': {'name': 'kept', 'finalizers': ['example.com/hold']}}")));
        stage.cluster()
                .path(Component.CONTROLLERS)
                .failWhere(request -> request.verb() == Verb.LIST
                                && request.target().namespace().equals(SHOP)
                                && request.target().resource().equals("configmaps")
                        ? Optional.of(new Status(500, "InternalError", "the store is away", Optional.empty()))
                        : Optional.empty());
        stage.delete(ResourceTypes.NAMESPACES, SHOP, "{}").pass(120);
        assertThat(isThere()).isTrue();
        assertThat(conditions()).contains("the store is away");

        stage.cluster().path(Component.CONTROLLERS).heal();
        stage.pass(600);
        assertThat(conditions()).contains("example.com/hold in 1 resource instances");

        var free = new Body(Body.MERGE_PATCH, Json.write(StageManifests.json("{'metadata': {'finalizers': null}}")));
        stage.client().patch(ResourceTypes.CONFIG_MAPS, SHOP, "kept", "", free);
        stage.pass(600);
        assertThat(isThere()).isFalse();
        assertThat(stage.client()
                        .list(ResourceTypes.CONFIG_MAPS, SHOP, Map.of())
                        .toString())
                .doesNotContain("kept");
    }
}
