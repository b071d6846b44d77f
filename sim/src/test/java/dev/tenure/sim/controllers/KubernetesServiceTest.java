package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.kubernetesservice.KubernetesServiceLoop;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The service `kubernetes` and where it leads.
final class KubernetesServiceTest {
    private static final ResourceType SLICES = new ResourceType(
            "discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", ResourceType.Scope.NAMESPACED);

    private final Stage stage = Stage.of(Semantics.DOCUMENTED);
    private List<String> servers = List.of("192.0.2.7");

    private void start() {
        var loop = stage.cluster().world().loop(KubernetesServiceLoop.NAME);
        var service = new KubernetesServiceLoop(loop, stage.client(), () -> servers, 16443);
        loop.post("start", service::start);
        stage.begin().at(1);
    }

    private ObjectNode see(ResourceType type) {
        return Json.readObject(stage.find(type, "kubernetes").orElseThrow().json());
    }

    @Test
    void itLeadsToTheApiServer() {
        start();
        ObjectNode endpoints = see(ResourceTypes.ENDPOINTS);
        assertThat(endpoints.path("subsets")).isEqualTo(StageManifests.json("""
                {'s': [{'addresses': [{'ip': '192.0.2.7'}],
                        'ports': [{'name': 'https', 'port': 16443, 'protocol': 'TCP'}]}]}""").path("s"));
        assertThat(endpoints
                        .path("metadata")
                        .path("labels")
                        .path("endpointslice.kubernetes.io/skip-mirror")
                        .asText())
                .isEqualTo("true");
        ObjectNode slice = see(SLICES);
        assertThat(slice.path("addressType").asText()).isEqualTo("IPv4");
        assertThat(slice.path("endpoints"))
                .isEqualTo(StageManifests.json("{'e': [{'addresses': ['192.0.2.7'], 'conditions': {'ready': true}}]}")
                        .path("e"));
        assertThat(slice.path("metadata")
                        .path("labels")
                        .path("kubernetes.io/service-name")
                        .asText())
                .isEqualTo("kubernetes");
        assertThat(see(ResourceTypes.SERVICES)
                        .path("spec")
                        .path("ports")
                        .path(0)
                        .path("targetPort")
                        .asInt())
                .isEqualTo(16443);
    }

    @Test
    void itFollowsTheServersThatLiveAndForgetsThemNotWhenNobodyIsKnown() {
        start();
        servers = List.of("192.0.2.9", "192.0.2.7");
        stage.at(12);
        assertThat(see(ResourceTypes.ENDPOINTS).at("/subsets/0/addresses"))
                .isEqualTo(StageManifests.json("{'a': [{'ip': '192.0.2.7'}, {'ip': '192.0.2.9'}]}")
                        .path("a"));
        assertThat(see(SLICES).path("endpoints")).hasSize(2);
        servers = List.of();
        stage.at(24);
        assertThat(see(SLICES).path("endpoints")).hasSize(2);
        servers = List.of("192.0.2.9");
        stage.at(36);
        assertThat(see(ResourceTypes.ENDPOINTS).at("/subsets/0/addresses")).hasSize(1);
    }

    @Test
    void whatIsDeletedOrChangedIsPutRightWithinTenSeconds() {
        start();
        String address =
                see(ResourceTypes.SERVICES).path("spec").path("clusterIP").asText();
        stage.delete(ResourceTypes.SERVICES, "kubernetes", "{}");
        assertThat(stage.find(ResourceTypes.ENDPOINTS, "kubernetes")).isEmpty(); // they go with their Service
        stage.patch(SLICES, "kubernetes", "{'endpoints': [{'addresses': ['192.0.2.99']}]}");
        stage.at(12);
        assertThat(see(ResourceTypes.SERVICES).path("spec").path("clusterIP").asText())
                .isEqualTo(address);
        assertThat(see(ResourceTypes.ENDPOINTS).path("subsets")).hasSize(1);
        assertThat(see(SLICES)
                        .path("endpoints")
                        .path(0)
                        .path("addresses")
                        .path(0)
                        .asText())
                .isEqualTo("192.0.2.7");
    }

    @Test
    void whatIsRightIsNotWrittenAgain() {
        start();
        long before = stage.find(SLICES, "kubernetes").orElseThrow().revision();
        stage.at(100);
        assertThat(stage.find(SLICES, "kubernetes").orElseThrow().revision()).isEqualTo(before);
    }

    @Test
    void theRangeOfTheServicesIsShownReadyAndCannotGo() {
        var type =
                new ResourceType("networking.k8s.io", "v1", "servicecidrs", "ServiceCIDR", ResourceType.Scope.CLUSTER);
        Stage stage = Stage.of(Semantics.DOCUMENTED);
        for (boolean deleted : new boolean[] {false, true}) {
            var range =
                    Json.readObject(stage.find(type, "kubernetes").orElseThrow().json());
            assertThat(range.at("/spec/cidrs/0").asText()).isEqualTo("10.0.0.0/16");
            assertThat(range.at("/status/conditions/0/type").asText()).isEqualTo("Ready");
            assertThat(range.at("/status/conditions/0/status").asText()).isEqualTo("True");
            assertThat(range.at("/metadata/deletionTimestamp").isMissingNode()).isNotEqualTo(deleted);
            stage.delete(type, "kubernetes", "{}").pass(60);
        }
    }
}
