package dev.tenure.launch.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kubelet.image.CredentialProvider;
import dev.tenure.node.cri.RuntimeChannel;
import dev.tenure.node.cri.RuntimeClient;
import dev.tenure.node.image.ProviderCalls.Run;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AgentMetricsTest {
    @Test
    void anAgentWithoutARuntimeStillTellsItsName(@TempDir Path folder) throws IOException {
        var registry = new PrometheusRegistry();
        var channel = new RuntimeChannel(folder.resolve("no-runtime"));
        try {
            AgentMetrics.register(registry, "n", new RuntimeClient(channel));
            assertThat(told(registry))
                    .contains("kubelet_node_name{node=\"n\"} 1.0")
                    .doesNotContain("kubelet_running_containers{");
        } finally {
            channel.close();
        }
    }

    private static String told(PrometheusRegistry registry) throws IOException {
        var bytes = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.builder().build().write(bytes, registry.scrape());
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void runsOfProgramsThatHandOutCredentialsAreCounted() throws IOException {
        var registry = new PrometheusRegistry();
        var provider = new CredentialProvider(
                "p", List.of("r"), Duration.ZERO, CredentialProvider.NEWEST, List.of(), Map.of(), Optional.empty());
        var programs = new CredentialPrograms(List.of(provider), Path.of("/"), "sha256:1");
        var counted = AgentMetrics.providers(registry, programs);
        counted.accept(new Run("p", Duration.ofMillis(30), false));
        counted.accept(new Run("p", Duration.ofMillis(300), true));
        assertThat(told(registry))
                .contains("kubelet_credential_provider_config_info{hash=\"sha256:1\"} 1")
                .contains("kubelet_credential_provider_plugin_errors_total{plugin_name=\"p\"} 1")
                .contains("kubelet_credential_provider_plugin_duration_bucket{plugin_name=\"p\",le=\"0.05\"} 1")
                .contains("kubelet_credential_provider_plugin_duration_count{plugin_name=\"p\"} 2");
    }
}
