package dev.tenure.controllers.endpoint;

import static dev.tenure.model.meta.ResourceTypes.NODES;
import static dev.tenure.model.meta.ResourceTypes.PODS;
import static dev.tenure.model.meta.ResourceTypes.SERVICES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EndpointLoopTest {
    private final LoopStage stage = new LoopStage(SERVICES, PODS, NODES, EndpointKind.SLICES.type());
    private final EndpointLoop loop = new EndpointLoop(stage.context(), EndpointKind.SLICES);

    private void service(String selector) {
        stage.put(SERVICES, """
                kind: Service
                metadata: {name: web, namespace: default, uid: of-web}
                spec: {clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1], ipFamilies: [IPv4], ports: [{port: 80, targetPort: 80, protocol: TCP}]%s}
                """.formatted(selector));
    }

    private void pod(String name, String app, String address) {
        stage.put(PODS, """
                kind: Pod
                metadata: {name: %s, namespace: default, labels: {app: %s}}
                spec: {nodeName: node-1}
                status: {phase: Running, podIP: %3$s, podIPs: [{ip: %3$s}], conditions: [{type: Ready, status: "True"}]}
                """.formatted(name, app, address));
    }

    private List<String> addresses() {
        return stage.api().all(EndpointKind.SLICES.type()).stream()
                .map(StoredObject::content)
                .flatMap(slice -> Document.of(slice).tree().path("endpoints").valueStream())
                .map(endpoint -> endpoint.path("addresses").path(0).asText() + " "
                        + endpoint.path("zone").asText("-"))
                .sorted()
                .toList();
    }

    private void start() {
        stage.put(NODES, "{kind: Node, metadata: {name: node-1, labels: {topology.kubernetes.io/zone: z1}}}");
        stage.begin(loop::start);
    }

    @Test
    void aServiceLeadsToThePodsThatItSelects() {
        pod("a", "web", "10.1.0.1");
        pod("b", "other", "10.1.0.2");
        service(", selector: {app: web}");
        start();
        assertThat(addresses()).containsExactly("10.1.0.1 z1");
    }

    @Test
    void podsComeGoAndChangeTheirLabels() {
        service(", selector: {app: web}");
        start();
        pod("a", "web", "10.1.0.1");
        pod("b", "web", "10.1.0.2");
        assertThat(addresses()).containsExactly("10.1.0.1 z1", "10.1.0.2 z1");
        pod("b", "other", "10.1.0.2");
        assertThat(addresses()).containsExactly("10.1.0.1 z1");
        stage.remove(PODS, "default", "a");
        assertThat(addresses()).isEmpty();
    }

    @Test
    void aServiceThatSelectsNothingIsLeftToOthersAndPodsAreNotFollowed() {
        pod("a", "web", "10.1.0.1");
        service("");
        start();
        assertThat(stage.writes()).isEmpty();
        assertThat(stage.api().watches()).as("services alone").isOne();
        service(", selector: {app: web}");
        assertThat(addresses()).containsExactly("10.1.0.1 z1");
    }

    @Test
    void whatSomebodyDeletesIsWrittenAgain() {
        pod("a", "web", "10.1.0.1");
        service(", selector: {app: web}");
        start();
        String slice =
                stage.api().all(EndpointKind.SLICES.type()).getFirst().key().name();
        stage.remove(EndpointKind.SLICES.type(), "default", slice);
        assertThat(addresses()).containsExactly("10.1.0.1 z1");
    }

    @Test
    void aChangeThatDoesNotMatterWritesNothing() {
        pod("a", "web", "10.1.0.1");
        service(", selector: {app: web}");
        start();
        stage.writes();
        pod("a", "web", "10.1.0.1");
        pod("b", "other", "10.1.0.2");
        assertThat(stage.writes()).isEmpty();
    }
}
