package dev.tenure.controllers.kubernetesservice;

import static dev.tenure.model.meta.ResourceTypes.ENDPOINTS;
import static dev.tenure.model.meta.ResourceTypes.SERVICES;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.tenure.controllers.endpoint.EndpointKind;
import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.model.meta.ResourceType;
import java.text.MessageFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

final class KubernetesServiceLoopTest {
    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final ResourceType SLICES = EndpointKind.SLICES.type();

    private final LoopStage stage = new LoopStage(SERVICES, ENDPOINTS, SLICES);
    private List<String> living = List.of("10.0.0.2", "10.0.0.1", "10.0.0.2");
    private final KubernetesServiceLoop loop =
            new KubernetesServiceLoop(stage.context().loop(), stage.context().client(), () -> living, 6443);

    private void service() {
        stage.put(SERVICES, """
                kind: Service
                metadata: {name: kubernetes, namespace: default, labels: {mine: stays}}
                spec: {clusterIP: 10.96.0.1}
                """);
    }

    private String addresses() {
        return stage.the(ENDPOINTS, "default", "kubernetes")
                .at("/subsets/0/addresses")
                .toString();
    }

    @Test
    void endpointsAndSliceLeadToTheServersThatLive() {
        service();
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly("create endpoints default", "create endpointslices default");
        assertThat(addresses()).isEqualTo("[{\"ip\":\"10.0.0.1\"},{\"ip\":\"10.0.0.2\"}]");
        stage.advance(PERIOD);
        assertThat(stage.writes()).as("all is as it should be").isEmpty();
        living = List.of("10.0.0.2");
        stage.advance(PERIOD);
        assertThat(stage.writes())
                .containsExactly("update endpoints default/kubernetes", "update endpointslices default/kubernetes");
        assertThat(addresses()).isEqualTo("[{\"ip\":\"10.0.0.2\"}]");
    }

    @Test
    void ofNoServersNothingIsSaid() {
        service();
        stage.begin(loop::start);
        stage.writes();
        living = List.of();
        stage.advance(PERIOD);
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aServiceThatIsGoneIsMadeAgainAsItWas() {
        service();
        stage.begin(loop::start);
        stage.remove(SERVICES, "default", "kubernetes");
        stage.writes();
        stage.advance(PERIOD.minusNanos(1));
        assertThat(stage.writes()).isEmpty();
        stage.advance(Duration.ofNanos(1));
        assertThat(stage.writes()).containsExactly("create services default");
        var again = stage.the(SERVICES, "default", "kubernetes");
        assertThat(again.at("/spec/clusterIP").asText()).isEqualTo("10.96.0.1");
        assertThat(again.at("/metadata/labels/mine").asText()).isEqualTo("stays");
    }

    @Test
    void aServiceThatWasNeverThereIsNotMade() {
        stage.begin(loop::start);
        assertThat(stage.writes()).doesNotContain("create services default").isNotEmpty();
    }

    @Test
    void whatIsRefusedIsDoneAtTheNextLook() {
        service();
        stage.refuseWrites(ENDPOINTS, status(500, "InternalError"));
        stage.begin(loop::start);
        assertThat(stage.api().all(SLICES)).as("each for itself").hasSize(1);
        stage.refuseNothing();
        stage.writes();
        stage.advance(PERIOD);
        assertThat(stage.writes()).containsExactly("create endpoints default");
    }

    @Test
    void aRefusalThatLastsIsToldOnce() {
        var lines = new ArrayList<String>();
        var listening = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(MessageFormat.format(line.getMessage(), line.getParameters()));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(KubernetesServiceLoop.class.getPackageName());
        logger.addHandler(listening);
        try {
            service();
            stage.refuseWrites(ENDPOINTS, status(503, "ServiceUnavailable"));
            stage.begin(loop::start);
            stage.advance(PERIOD.multipliedBy(3));
            assertThat(lines).singleElement(STRING).contains("cannot keep up the service kubernetes: endpoints");
            stage.refuseNothing();
            stage.advance(PERIOD);
            stage.remove(ENDPOINTS, "default", "kubernetes");
            stage.refuseWrites(ENDPOINTS, status(503, "ServiceUnavailable"));
            stage.advance(PERIOD);
            assertThat(lines).as("the next one is told again").hasSize(2);
        } finally {
            logger.removeHandler(listening);
        }
    }

    @Test
    void whoGoesLeadsToTheOthersAtOnce() {
        service();
        stage.begin(loop::start);
        KubernetesServiceLoop.leadTo(stage.context().client(), List.of("10.0.0.1"), 6443);
        assertThat(addresses()).isEqualTo("[{\"ip\":\"10.0.0.1\"}]");
    }
}
