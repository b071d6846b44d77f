package dev.tenure.apiserver.http.proxy;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.model.core.Node;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.view.Views;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;

final class AgentSocketsTest {
    private final AgentSockets agents =
            new AgentSockets(() -> (SSLSocketFactory) SSLSocketFactory.getDefault(), false, Duration.ofMillis(200));

    private static Node node(int port) {
        String node = """
                {'apiVersion': 'v1', 'kind': 'Node', 'metadata': {'name': 'n'}, 'status': {
                 'addresses': [{'type': 'InternalIP', 'address': '127.0.0.1'}],
                 'daemonEndpoints': {'kubeletEndpoint': {'Port': %d}}}}""".formatted(port).replace('\'', '"');
        return (Node)
                Views.reader("", "Node").read(Document.of(Json.readObject(node.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void anAgentThatNeverShowsWhoItIsIsGivenUp() throws IOException {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> agents.connect(node(silent.getLocalPort())))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("cannot reach the agent of node n")
                    .hasMessageContaining("timed out");
        }
    }

    @Test
    void aPortThatIsNoneIsRefused() {
        for (int port : new int[] {-1, 65_536, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> agents.connect(node(port)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("there is no such port");
        }
    }
}
