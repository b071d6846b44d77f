package dev.tenure.sim.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.ControllerContext;
import dev.tenure.controllers.servicecidr.ServiceCidrLoop;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;

/// Ranges of services' addresses that users add, with the controller that looks after them.
final class ServiceCidrTest {
    private final Stage stage = begun();

    private static Stage begun() {
        Stage stage = Stage.of(Semantics.DOCUMENTED);
        var loop = stage.cluster().world().loop(ServiceCidrLoop.NAME);
        var controller = new ServiceCidrLoop(ControllerContext.alone(loop, stage.client()));
        loop.post("start", controller::start);
        return stage.begin().at(1);
    }

    private void range(String name, String range) {
        stage.create(ResourceTypes.SERVICE_CIDRS, StageManifests.json("""
            {'apiVersion': 'networking.k8s.io/v1', 'kind': 'ServiceCIDR', 'metadata': {'name': '%s'},
             'spec': {'cidrs': ['%s']}}\
            """.formatted(name, range)));
        stage.pass(1);
    }

    private void service(String name, String address) {
        stage.create(ResourceTypes.SERVICES, StageManifests.json("""
            {'apiVersion': 'v1', 'kind': 'Service', 'metadata': {'name': '%s', 'namespace': 'default'},
             'spec': {'clusterIP': '%s', 'ports': [{'port': 80}]}}\
            """.formatted(name, address)));
        stage.pass(1);
    }

    private boolean isThere(String name) {
        return stage.find(ResourceTypes.SERVICE_CIDRS, name).isPresent();
    }

    private ObjectNode see(String name) {
        return Json.readObject(
                stage.find(ResourceTypes.SERVICE_CIDRS, name).orElseThrow().json());
    }

    @Test
    void aNewRangeIsProtectedAndReadyAndGivesAddresses() {
        range("more", "10.77.0.0/24");
        assertThat(see("more").at("/metadata/finalizers/0").asText())
                .isEqualTo("networking.k8s.io/service-cidr-finalizer");
        assertThat(see("more").at("/status/conditions/0/type").asText()).isEqualTo("Ready");
        assertThat(see("more").at("/status/conditions/0/status").asText()).isEqualTo("True");
        service("web", "10.77.0.5");
        assertThat(stage.find(ResourceTypes.IP_ADDRESSES, "10.77.0.5")).isPresent();
    }

    @Test
    void aRangeStaysAsLongAsAServiceHasAnAddressOfItAlone() {
        range("more", "10.77.0.0/24");
        service("web", "10.77.0.5");
        stage.delete(ResourceTypes.SERVICE_CIDRS, "more", "{}");
        stage.pass(60);
        assertThat(see("more").at("/status/conditions/0/reason").asText()).isEqualTo("Terminating");
        stage.delete(ResourceTypes.SERVICES, "web", "{}");
        stage.pass(30);
        assertThat(isThere("more")).isFalse();
    }

    @Test
    void aRangeThatAnotherHoldsGoesAfterTenSeconds() {
        range("small", "10.77.0.0/24");
        range("large", "10.77.0.0/16");
        service("web", "10.77.0.5");
        stage.delete(ResourceTypes.SERVICE_CIDRS, "small", "{}");
        stage.pass(8);
        assertThat(isThere("small")).isTrue();
        stage.pass(5);
        assertThat(isThere("small")).isFalse();
    }
}
