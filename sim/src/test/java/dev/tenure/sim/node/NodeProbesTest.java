package dev.tenure.sim.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.rules.pod.PodRule;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ports and services that an agent asks whether a pod is ready.
final class NodeProbesTest {
    @TempDir
    private Path folder = Path.of("");

    private static void shut(ServerSocket port) throws IOException {
        port.close();
    }

    private static boolean ready(RealNode node, String pod) {
        return PodRule.ready(node.see(pod));
    }

    private static String probed(String probe) {
        return "'containers': [{'name': 'main', 'image': 'registry.test/app:1', 'readinessProbe': {%s, 'periodSeconds': 1, 'failureThreshold': 1}}]"
                .formatted(probe);
    }

    @Test
    void aPodIsReadyWhileItsPortIsOpen() throws IOException {
        try (var node = new RealNode(folder, "").start();
                var port = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            node.pod("tcp", probed("'tcpSocket': {'port': %d}".formatted(port.getLocalPort())));
            node.until(() -> ready(node, "tcp"), 10);
            shut(port);
            node.until(() -> !ready(node, "tcp"), 10);
            assertThat(node.events("Unhealthy")).anyMatch(each -> each.startsWith("Readiness probe failed: "));
            assertThat(node.runtime().journal())
                    .as("not being ready ends nothing")
                    .containsExactly("start tcp/main");
        }
    }

    @Test
    void aPodIsReadyWhileItsServiceServes() throws IOException {
        try (var node = new RealNode(folder, "").start();
                var health = new HealthService()) {
            node.pod("grpc", probed("'grpc': {'port': %d, 'service': 'shop'}".formatted(health.port())));
            node.advance(5);
            assertThat(ready(node, "grpc")).as("the service is not known").isFalse();
            health.serves("shop", true);
            node.until(() -> ready(node, "grpc"), 10);
            health.serves("shop", false);
            node.until(() -> !ready(node, "grpc"), 10);
            assertThat(node.events("Unhealthy")).anyMatch(each -> each.contains("NOT_SERVING"));
        }
    }
}
