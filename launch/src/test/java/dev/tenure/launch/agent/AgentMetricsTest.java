package dev.tenure.launch.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.node.cri.RuntimeChannel;
import dev.tenure.node.cri.RuntimeClient;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AgentMetricsTest {
    @Test
    void anAgentWithoutARuntimeStillTellsItsName(@TempDir Path folder) throws IOException {
        var registry = new PrometheusRegistry();
        var channel = new RuntimeChannel(folder.resolve("no-runtime"));
        try {
            AgentMetrics.register(registry, "n", new RuntimeClient(channel));
            var bytes = new ByteArrayOutputStream();
            PrometheusTextFormatWriter.builder().build().write(bytes, registry.scrape());
            assertThat(bytes.toString(StandardCharsets.UTF_8))
                    .contains("kubelet_node_name{node=\"n\"} 1.0")
                    .doesNotContain("kubelet_running_containers{");
        } finally {
            channel.close();
        }
    }
}
