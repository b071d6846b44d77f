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
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Services and the pods behind them: what the controllers write as Endpoints and EndpointSlices.
final class EndpointTest {
    private static final ResourceType SLICES = new ResourceType(
            "discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", ResourceType.Scope.NAMESPACED);

    private final Stage stage = Stage.of(Semantics.DOCUMENTED).nodes("a", 2);

    EndpointTest() {
        stage.at(30).begin();
    }

    private Stage service(String spec) {
        return stage.create(ResourceTypes.SERVICES, StageManifests.json("""
                {'metadata': {'name': 's', 'labels': {'team': 'x'}}, 'spec': %s}""".formatted(spec)));
    }

    private Stage pod(String name, int number) {
        return pod(name, number, "a-0");
    }

    private Stage pod(String name, int number, String node) {
        ObjectNode pod = StageManifests.pod(name, node, "[]");
        pod.withObject("/metadata").putObject("labels").put("app", "web");
        ObjectNode container = (ObjectNode) pod.at("/spec/containers/0");
        container.set(
                "ports",
                StageManifests.json("{'l': [{'name': 'http', 'containerPort': %d}]}".formatted(number))
                        .path("l"));
        return stage.create(ResourceTypes.PODS, pod);
    }

    private Stage status(String name, String address, boolean ready) {
        return stage.patch(ResourceTypes.PODS, name, "status", """
                {'status': {'phase': 'Running', 'podIP': '%1$s', 'podIPs': [{'ip': '%1$s'}],
                 'conditions': [{'type': 'Ready', 'status': '%2$s'}]}}""".formatted(address, ready ? "True" : "False"))
                .pass(1);
    }

    private JsonNode endpoints() {
        return stage.find(ResourceTypes.ENDPOINTS, "s")
                .<JsonNode>map(found -> Json.readObject(found.json()))
                .orElse(Json.object());
    }

    private List<ObjectNode> slices() {
        List<ObjectNode> slices = new ArrayList<>();
        stage.all(SLICES).stream()
                .filter(slice -> "s".equals(slice.header().labels().get("kubernetes.io/service-name")))
                .forEach(slice -> slices.add(Json.readObject(slice.json())));
        return slices;
    }

    private static String text(JsonNode node) {
        return node.toString().replace('"', '\'');
    }

    @Test
    void aServiceWithoutPodsHasAnEmptySlice() {
        service("{'selector': {'app': 'web'}, 'ports': [{'port': 80, 'targetPort': 'http'}]}")
                .pass(1);
        assertThat(slices()).singleElement().satisfies(slice -> {
            assertThat(text(slice.at("/metadata/labels")))
                    .contains("'endpointslice.kubernetes.io/managed-by':'endpointslice-controller.k8s.io'")
                    .contains("'team':'x'");
            assertThat(slice.path("endpoints")).isEmpty();
            assertThat(slice.at("/metadata/ownerReferences/0/name").asText()).isEqualTo("s");
        });
        assertThat(endpoints().has("metadata")).isTrue();
        assertThat(endpoints().has("subsets")).isFalse();
    }

    private static String trigger(JsonNode object) {
        return object.path("metadata")
                .path("annotations")
                .path("endpoints.kubernetes.io/last-change-trigger-time")
                .asText();
    }

    /// The service is made, a pod becomes ready, and the pod goes, of which nobody tells the time.
    @Test
    void whenTheChangeHappenedIsWrittenWithIt() {
        service("{'selector': {'app': 'web'}, 'ports': [{'port': 80, 'targetPort': 'http'}]}")
                .pass(1);
        String created = Json.readObject(
                        stage.find(ResourceTypes.SERVICES, "s").orElseThrow().json())
                .at("/metadata/creationTimestamp")
                .asText();
        assertThat(trigger(endpoints())).isEqualTo(created);
        assertThat(slices())
                .singleElement()
                .satisfies(slice -> assertThat(trigger(slice)).isEqualTo(created));

        pod("p", 8080).pass(3);
        stage.patch(ResourceTypes.PODS, "p", "status", """
                {'status': {'phase': 'Running', 'podIP': '10.9.0.1', 'podIPs': [{'ip': '10.9.0.1'}],
                 'conditions': [{'type': 'Ready', 'status': 'True', 'lastTransitionTime': '2033-01-31T10:00:00Z'}]}}""").pass(1);
        assertThat(trigger(endpoints())).isEqualTo("2033-01-31T10:00:00Z");
        assertThat(slices())
                .singleElement()
                .satisfies(slice -> assertThat(trigger(slice)).isEqualTo("2033-01-31T10:00:00Z"));

        stage.delete(ResourceTypes.PODS, "p", "{'gracePeriodSeconds': 0}").pass(1);
        assertThat(endpoints().has("subsets")).isFalse();
        assertThat(trigger(endpoints())).isEmpty();
        assertThat(slices())
                .singleElement()
                .satisfies(slice -> assertThat(trigger(slice)).isEmpty());
    }

    @Test
    void podsAreReadyOrNotAndTheirPortsAreFoundByName() {
        service("{'selector': {'app': 'web'}, 'ports': [{'port': 80, 'targetPort': 'http'}]}");
        pod("p-0", 8080).pass(1);
        status("p-0", "10.9.0.1", true);
        pod("p-1", 8080).pass(1);
        status("p-1", "10.9.0.2", false);

        assertThat(slices()).singleElement().satisfies(slice -> {
            assertThat(text(slice.path("ports"))).isEqualTo("[{'name':'','protocol':'TCP','port':8080}]");
            assertThat(slice.path("endpoints")).hasSize(2);
            assertThat(text(slice.at("/endpoints/0/conditions")))
                    .isEqualTo("{'ready':true,'serving':true,'terminating':false}");
            assertThat(text(slice.at("/endpoints/1/conditions")))
                    .isEqualTo("{'ready':false,'serving':false,'terminating':false}");
            assertThat(slice.at("/endpoints/0/nodeName").asText()).isEqualTo("a-0");
            assertThat(slice.at("/endpoints/0/zone").asText()).isEqualTo("a");
        });
        JsonNode subset = endpoints().at("/subsets/0");
        assertThat(subset.at("/addresses/0/ip").asText()).isEqualTo("10.9.0.1");
        assertThat(subset.at("/notReadyAddresses/0/ip").asText()).isEqualTo("10.9.0.2");
        assertThat(text(subset.path("ports"))).isEqualTo("[{'port':8080,'protocol':'TCP'}]");
    }

    @Test
    void aPodThatLeavesIsStillServingInSlicesAndGoneFromEndpoints() {
        service("{'selector': {'app': 'web'}, 'ports': [{'port': 80}]}");
        ObjectNode held = StageManifests.pod("p-0", "a-0", "[]");
        held.withObject("/metadata").putObject("labels").put("app", "web");
        held.withObject("/metadata").putArray("finalizers").add("example.com/held");
        stage.create(ResourceTypes.PODS, held).pass(1);
        status("p-0", "10.9.0.1", true);
        stage.delete(ResourceTypes.PODS, "p-0", "{'gracePeriodSeconds': 30}");
        assertThat(slices())
                .singleElement()
                .satisfies(slice -> assertThat(text(slice.at("/endpoints/0/conditions")))
                        .isEqualTo("{'ready':false,'serving':true,'terminating':true}"));
        assertThat(endpoints().has("subsets")).isFalse();
    }

    @Test
    void moreThanAHundredPodsTakeSeveralSlicesAndTheOthersStayAsTheyAre() {
        for (int i = 0; i < 130; i++) {
            pod("p-%03d".formatted(i), 8080, "a-" + i % 2);
        }
        stage.pass(1);
        for (int i = 0; i < 130; i++) {
            stage.patch(ResourceTypes.PODS, "p-%03d".formatted(i), "status", """
                    {'status': {'phase': 'Running', 'podIP': '10.9.1.%1$d', 'podIPs': [{'ip': '10.9.1.%1$d'}]}}""".formatted(i));
        }
        service("{'selector': {'app': 'web'}, 'ports': [{'port': 80}]}").pass(1);
        var sizes = new TreeSet<Integer>();
        slices().forEach(slice -> sizes.add(slice.path("endpoints").size()));
        assertThat(sizes).containsExactly(30, 100);
        List<String> before = slices().stream()
                .map(slice -> slice.at("/metadata/name") + " " + slice.at("/metadata/generation"))
                .toList();
        stage.patch(ResourceTypes.PODS, "p-000", "{'metadata': {'labels': {'app': 'other'}}}")
                .pass(1);
        assertThat(slices().stream()
                        .map(slice -> slice.at("/metadata/name") + " " + slice.at("/metadata/generation"))
                        .filter(before::contains))
                .as("slices that nobody had to touch")
                .hasSize(1);
    }

    @Test
    void aServiceThatGoesTakesItsEndpointsAlong() {
        service("{'selector': {'app': 'web'}, 'clusterIP': 'None', 'ports': [{'port': 80}]}")
                .pass(1);
        assertThat(slices())
                .singleElement()
                .satisfies(slice -> assertThat(slice.at("/metadata/labels").has("service.kubernetes.io/headless"))
                        .isTrue());
        stage.delete(ResourceTypes.SERVICES, "s", "{}").pass(5);
        assertThat(slices()).isEmpty();
        assertThat(stage.find(ResourceTypes.ENDPOINTS, "s")).isEmpty();
    }

    @Test
    void whatSomebodyDeletesOrChangesIsPutRight() {
        service("{'selector': {'app': 'web'}, 'ports': [{'port': 80}]}");
        pod("p-0", 8080).pass(1);
        status("p-0", "10.9.0.1", true);
        stage.delete(ResourceTypes.ENDPOINTS, "s", "{}")
                .patch(SLICES, slices().getFirst().at("/metadata/name").asText(), "{'endpoints': []}")
                .pass(1);
        assertThat(endpoints().at("/subsets/0/addresses/0/ip").asText()).isEqualTo("10.9.0.1");
        assertThat(slices().getFirst().path("endpoints")).hasSize(1);
        long revision = stage.find(ResourceTypes.ENDPOINTS, "s").orElseThrow().revision();
        stage.pass(60);
        assertThat(stage.find(ResourceTypes.ENDPOINTS, "s").orElseThrow().revision())
                .as("what is right is not written again")
                .isEqualTo(revision);
    }

    /// As another leader may have written it last.
    @Test
    void aSliceThatIsOneTooManyGoes() {
        service("{'selector': {'app': 'web'}, 'ports': [{'port': 80}]}");
        pod("p-0", 8080).pass(1);
        status("p-0", "10.9.0.1", true);
        ObjectNode second = slices().getFirst();
        second.putObject("metadata")
                .put("name", "s-second")
                .set("labels", slices().getFirst().at("/metadata/labels"));
        stage.create(SLICES, second).pass(1);
        assertThat(slices())
                .singleElement()
                .satisfies(slice -> assertThat(slice.path("endpoints")).hasSize(1));
    }

    @Test
    void servicesThatSelectNothingAreLeftAlone() {
        service("{'ports': [{'port': 80}]}").pass(1);
        assertThat(slices()).isEmpty();
        assertThat(stage.find(ResourceTypes.ENDPOINTS, "s")).isEmpty();
    }
}
