package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What the agent of a node may list over HTTP: what its field selector holds to its own node.
class AgentListsTest {
    @Test
    void anAgentListsThePodsOfItsNodeAndNoOthers() throws Exception {
        try (var server = RunningServer.guardingNodes().listening(InFlightLimits.standard(), List.of());
                var calls = new HttpCalls(server)) {
            assertThat(status(calls, "/api/v1/pods?fieldSelector=spec.nodeName%3Dn1"))
                    .isEqualTo(200);
            assertThat(status(calls, "/api/v1/pods?fieldSelector=spec.nodeName%3Dn2"))
                    .isEqualTo(403);
            assertThat(status(calls, "/api/v1/pods")).isEqualTo(403);
            String slices = "/apis/resource.k8s.io/v1/resourceslices";
            assertThat(status(calls, slices + "?fieldSelector=spec.nodeName%3Dn1"))
                    .isEqualTo(200);
            assertThat(status(calls, slices)).isEqualTo(403);
            assertThat(status(calls, "/api/v1/nodes?fieldSelector=metadata.name%3Dn1"))
                    .isEqualTo(200);
        }
    }

    private static int status(HttpCalls calls, String path) throws Exception {
        return calls.send("agent", "GET", path, Map.of(), new byte[0]).statusCode();
    }
}
