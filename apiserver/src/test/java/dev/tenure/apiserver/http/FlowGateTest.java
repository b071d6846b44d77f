package dev.tenure.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.time.SystemTime;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FlowGateTest {
    private static final Target PODS = new Target("", "v1", "pods", "default", "", "");

    private final PrometheusRegistry metrics = new PrometheusRegistry();
    private final FlowGate gate = new FlowGate(new InFlightLimits(2, 1), new SystemTime(), metrics);

    private static Attributes asked(String user, String... groups) {
        return Attributes.ofResource(new Caller(user, "", List.of(groups), Map.of(), "test"), "create", PODS);
    }

    @Test
    void whoFindsNoSeatIsAskedToComeAgainInASecond() throws IOException {
        // nobody waits on the last level, which is that of callers without any group
        Attributes nobody = asked("nobody");
        var taken = new ArrayList<Runnable>();
        assertThatThrownBy(() -> {
                    while (true) {
                        taken.add(gate.enter("POST", nobody, Optional.of(PODS)));
                    }
                })
                .isInstanceOfSatisfying(RefusedException.class, refused -> {
                    assertThat(refused.status().code()).isEqualTo(429);
                    assertThat(refused.status().details().orElseThrow().retryAfterSeconds())
                            .isEqualTo(1);
                });
        assertThat(text())
                .containsPattern("apiserver_request_terminations_total\\{code=\"429\".*resource=\"pods\"")
                .contains("rejected_requests_total{flow_schema=\"catch-all\",priority_level=\"catch-all\","
                        + "reason=\"concurrency-limit\"} 1.0")
                .contains("apiserver_current_inflight_requests{request_kind=\"mutating\"} " + taken.size() + ".0");
        gate.enter("POST", asked("system:node:a", "system:nodes", "system:authenticated"), Optional.of(PODS))
                .run();
        gate.enter("POST", asked("admin", "system:masters"), Optional.of(PODS)).run();
        taken.forEach(Runnable::run);
        taken.forEach(Runnable::run);
        assertThat(text())
                .as("a seat is left once")
                .contains("apiserver_current_inflight_requests{request_kind=\"mutating\"} 0.0");
        gate.enter("POST", nobody, Optional.of(PODS)).run();
    }

    @Test
    void unknownMethodsHaveOneLabel() throws IOException {
        Attributes nobody = asked("nobody");
        for (int i = 0; i < 100; i++) {
            try {
                gate.enter("M" + i, nobody, Optional.empty());
            } catch (RefusedException refused) {
                assertThat(refused.status().code()).isEqualTo(429);
            }
        }
        assertThat(text().lines().filter(line -> line.startsWith("apiserver_request_terminations_total{")))
                .hasSize(1)
                .allMatch(line -> line.contains("verb=\"OTHER\""));
    }

    private String text() throws IOException {
        var bytes = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.builder().build().write(bytes, metrics.scrape());
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
