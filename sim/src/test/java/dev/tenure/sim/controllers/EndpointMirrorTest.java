package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Endpoints that somebody writes by hand, and the slices that mirror them.
final class EndpointMirrorTest {
    private static final ResourceType SLICES = new ResourceType(
            "discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", ResourceType.Scope.NAMESPACED);

    private final Stage stage = Stage.of(Semantics.DOCUMENTED).at(10).begin();

    private void service(String selector) {
        stage.create(ResourceTypes.SERVICES, StageManifests.json("""
                {'metadata': {'name': 's'}, 'spec': {%s 'ports': [{'port': 80}]}}""".formatted(selector)));
    }

    private void endpoints(String labels, String addresses) {
        stage.create(ResourceTypes.ENDPOINTS, StageManifests.json("""
                {'metadata': {'name': 's', 'labels': {%s}, 'annotations': {'note': 'n',
                   'endpoints.kubernetes.io/last-change-trigger-time': '2026-01-01T00:00:00Z'}},
                 'subsets': [{%s, 'ports': [{'name': 'http', 'port': 8080}]}]}""".formatted(labels, addresses)))
                .pass(2);
    }

    private List<ObjectNode> slices() {
        var slices = new ArrayList<ObjectNode>();
        stage.all(SLICES).stream()
                .filter(slice -> "s".equals(slice.header().labels().get("kubernetes.io/service-name")))
                .forEach(slice -> slices.add(Json.readObject(slice.json())));
        return slices;
    }

    private static String text(JsonNode node) {
        return node.toString().replace('"', '\'');
    }

    @Test
    void eachFamilyOfAddressesGetsASlice() {
        service("");
        endpoints(
                "'team': 'x'",
                "'addresses': [{'ip': '10.1.2.3'}, {'ip': 'fd00::1'}], 'notReadyAddresses':"
                        + " [{'ip': '10.1.2.4', 'nodeName': 'n'}]");
        assertThat(slices()).hasSize(2).allSatisfy(slice -> {
            assertThat(text(slice.at("/metadata/labels")))
                    .contains("'endpointslice.kubernetes.io/managed-by':'endpointslicemirroring-controller.k8s.io'")
                    .contains("'team':'x'");
            assertThat(text(slice.at("/metadata/annotations"))).isEqualTo("{'note':'n'}");
            assertThat(slice.at("/metadata/ownerReferences/0/kind").asText()).isEqualTo("Endpoints");
            assertThat(text(slice.path("ports"))).isEqualTo("[{'name':'http','protocol':'TCP','port':8080}]");
        });
        assertThat(slices())
                .extracting(slice -> slice.path("addressType").asText() + " " + text(slice.path("endpoints")))
                .containsExactlyInAnyOrder(
                        "IPv4 [{'addresses':['10.1.2.3'],'conditions':{'ready':true}},"
                                + "{'addresses':['10.1.2.4'],'conditions':{'ready':false},'nodeName':'n'}]",
                        "IPv6 [{'addresses':['fd00::1'],'conditions':{'ready':true}}]");
    }

    @Test
    void aChangeIsFollowedAndWhatOthersChangeIsPutRight() {
        service("");
        endpoints("", "'addresses': [{'ip': '10.1.2.3'}]");
        String name = slices().getFirst().at("/metadata/name").asText();
        stage.patch(ResourceTypes.ENDPOINTS, "s", """
                {'subsets': [{'addresses': [{'ip': '10.1.2.5'}], 'ports': [{'name': 'http', 'port': 9090}]}]}""").pass(2);
        assertThat(slices()).singleElement().satisfies(slice -> {
            assertThat(slice.at("/metadata/name").asText()).isEqualTo(name);
            assertThat(slice.at("/endpoints/0/addresses/0").asText()).isEqualTo("10.1.2.5");
            assertThat(slice.at("/ports/0/port").asInt()).isEqualTo(9090);
        });
        stage.patch(SLICES, name, "{'endpoints': []}").pass(2);
        assertThat(slices().getFirst().at("/endpoints/0/addresses/0").asText()).isEqualTo("10.1.2.5");
        stage.delete(SLICES, name, "{}").pass(2);
        assertThat(slices()).hasSize(1);
        stage.delete(ResourceTypes.ENDPOINTS, "s", "{}").pass(10);
        assertThat(slices()).isEmpty();
    }

    @Test
    void aServiceThatSelectsIsNotMirrored() {
        service("'selector': {'app': 'web'},");
        stage.pass(2);
        assertThat(slices())
                .extracting(
                        slice -> slice.at("/metadata/ownerReferences/0/kind").asText())
                .containsExactly("Service");
    }

    @Test
    void whoDoesNotWantASliceGetsNone() {
        service("");
        endpoints("'endpointslice.kubernetes.io/skip-mirror': 'true'", "'addresses': [{'ip': '10.1.2.3'}]");
        assertThat(slices()).isEmpty();
        stage.patch(
                        ResourceTypes.ENDPOINTS,
                        "s",
                        "{'metadata': {'labels': {'endpointslice.kubernetes.io/skip-mirror': null}}}")
                .pass(2);
        assertThat(slices()).hasSize(1);
        stage.patch(ResourceTypes.SERVICES, "s", "{'spec': {'selector': {'app': 'web'}}}")
                .pass(2);
        assertThat(slices())
                .extracting(
                        slice -> slice.at("/metadata/ownerReferences/0/kind").asText())
                .doesNotContain("Endpoints");
    }
}
