package dev.tenure.controllers.endpointslicemirroring;

import static dev.tenure.model.meta.ResourceTypes.ENDPOINTS;
import static dev.tenure.model.meta.ResourceTypes.SERVICES;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.endpoint.EndpointKind;
import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class MirroringLoopTest {
    private static final String CREATE = "create endpointslices default";
    private static final ResourceType SLICES = EndpointKind.SLICES.type();

    private final LoopStage stage = new LoopStage(ENDPOINTS, SERVICES, SLICES);
    private final MirroringLoop loop = new MirroringLoop(stage.context());

    private void service(String selector) {
        stage.put(SERVICES, """
                kind: Service
                metadata: {name: db, namespace: default}
                spec: {selector: {%s}}
                """.formatted(selector));
    }

    private void endpoints(String meta, String addresses) {
        stage.put(ENDPOINTS, """
                kind: Endpoints
                metadata: {name: db, namespace: default, uid: of-db%s}
                subsets: [{addresses: [%s], ports: [{name: p, port: 80}]}]
                """.formatted(meta, addresses));
    }

    private JsonNode slice() {
        return stage.all(SLICES).getFirst();
    }

    @Test
    void endpointsOfAServiceWithoutSelectorAreMirrored() {
        service("");
        endpoints("", "{ip: 10.0.0.1}");
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly(CREATE);
        assertThat(slice().at("/endpoints/0/addresses/0").asText()).isEqualTo("10.0.0.1");
        endpoints("", "{ip: 10.0.0.2}");
        assertThat(stage.writes()).hasSize(1).first().asString().startsWith("update endpointslices default/db-");
        assertThat(slice().at("/endpoints/0/addresses/0").asText()).isEqualTo("10.0.0.2");
        endpoints(", resourceVersion: \"1\"", "{ip: 10.0.0.2}");
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void endpointsOfNoServiceOrOneWithASelectorAreNot() {
        endpoints("", "{ip: 10.0.0.1}");
        stage.begin(loop::start);
        service("app: db");
        assertThat(stage.writes()).isEmpty();
        service("");
        assertThat(stage.writes()).containsExactly(CREATE);
        service("app: db");
        assertThat(stage.api().all(SLICES)).as("no longer its own").isEmpty();
    }

    @Test
    void aLockOfALeaderOrWhoSaysNoIsNotMirrored() {
        service("");
        stage.begin(loop::start);
        endpoints(", annotations: {control-plane.alpha.kubernetes.io/leader: x}", "{ip: 10.0.0.1}");
        endpoints(", labels: {endpointslice.kubernetes.io/skip-mirror: \"true\"}", "{ip: 10.0.0.1}");
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void slicesGoWithTheirEndpointsAndWithTheService() {
        service("");
        endpoints("", "{ip: 10.0.0.1}");
        stage.begin(loop::start);
        stage.remove(ENDPOINTS, "default", "db");
        assertThat(stage.api().all(SLICES)).isEmpty();
        endpoints("", "{ip: 10.0.0.1}");
        assertThat(stage.api().all(SLICES)).hasSize(1);
        stage.remove(SERVICES, "default", "db");
        assertThat(stage.api().all(SLICES)).isEmpty();
    }

    @Test
    void whatSomebodyDoesToASliceIsPutRight() {
        service("");
        endpoints("", "{ip: 10.0.0.1}");
        stage.begin(loop::start);
        String name = stage.api().all(SLICES).getFirst().key().name();
        stage.writes();
        stage.remove(SLICES, "default", name);
        assertThat(stage.writes()).containsExactly(CREATE);
        stage.put(SLICES, """
                kind: EndpointSlice
                metadata: {name: other, namespace: default, labels: {kubernetes.io/service-name: db}}
                addressType: IPv4
                """);
        stage.remove(SLICES, "default", "other");
        assertThat(stage.writes()).as("another's").isEmpty();
    }

    @Test
    void addressesBeyondTheMostAreToldOf() {
        service("");
        var many = new StringBuilder();
        for (int i = 0; i <= MirrorShape.ADDRESSES_MAX; i++) {
            many.append("{ip: 10.0.%d.%d}, ".formatted(i / 250, i % 250));
        }
        stage.begin(loop::start);
        endpoints("", many.toString());
        assertThat(slice().path("endpoints")).hasSize(MirrorShape.ADDRESSES_MAX);
        assertThat(stage.events())
                .containsExactly("TooManyAddressesToMirror: A max of 1000 addresses can be mirrored to EndpointSlices"
                        + " per Endpoints subset. 1 addresses were skipped");
    }

    @Test
    void aRefusedWriteIsTriedAgain() {
        service("");
        endpoints("", "{ip: 10.0.0.1}");
        stage.refuseWrites(SLICES, status(500, "InternalError"));
        stage.begin(loop::start);
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.api().all(SLICES)).hasSize(1);
    }

    @Test
    void aSliceThatCouldNotBeDeletedIsTriedAgain() {
        service("");
        endpoints("", "{ip: 10.0.0.1}");
        stage.begin(loop::start);
        stage.refuseWrites(SLICES, status(500, "InternalError"));
        stage.remove(ENDPOINTS, "default", "db");
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(stage.api().all(SLICES)).isEmpty();
    }
}
