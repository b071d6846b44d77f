package dev.tenure.plan.forecast;

import static dev.tenure.plan.forecast.Forecasting.SERVICE;
import static dev.tenure.plan.forecast.Forecasting.deployment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.endpoint.EndpointKind;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.source.ClusterDump;
import org.junit.jupiter.api.Test;

class WithoutEndpointsTest {
    @Test
    void noForecastWritesTheEndpointsOfAServiceWithReadyPods() {
        ClusterDump dump = Forecasting.dump(StagedCluster.node("n1", ""), deployment(2, "", "100m"), SERVICE);
        assertThat(dump.all(EndpointKind.SLICES.type())).isNotEmpty();

        RestingCluster cluster = Forecasts.rest(dump, ForecastOptions.STANDARD, () -> {});

        assertThat(cluster.all(ResourceTypes.PODS)).hasSize(2);
        assertThat(cluster.all(EndpointKind.ENDPOINTS.type())).isEmpty();
        assertThat(cluster.all(EndpointKind.SLICES.type())).isEmpty();
        assertThat(cluster.plan().status().services())
                .containsExactly(new EvictionPlan.ServiceOutcome("default", "web", 2, 2));
    }
}
