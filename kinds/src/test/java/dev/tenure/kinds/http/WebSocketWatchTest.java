package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebSocketWatchTest {
    private static final Target MAPS = new Target("", "v1", "configmaps", "default", "", "");
    private static final String WATCH = "/api/v1/namespaces/default/configmaps?watch=1";

    private final RunningServer server = new RunningServer().listening(InFlightLimits.standard(), List.of());
    private final HttpCalls calls = new HttpCalls(server);
    private final ReceivedMessages messages = new ReceivedMessages();

    @AfterEach
    void stop() {
        calls.close();
        server.close();
    }

    @Test
    void eachEventIsAMessageOfText() throws Exception {
        create("a");
        WebSocket socket = calls.webSocket("admin", WATCH, messages, Map.of());
        create("b");
        assertThat(List.of(event(), event())).containsExactly("ADDED a", "ADDED b");
        socket.sendText("clients have nothing to say", true).join();
        create("c");
        assertThat(event()).isEqualTo("ADDED c");
        socket.abort();
    }

    @Test
    void theWatchEndsWhenItsTimeIsOver() throws Exception {
        calls.webSocket("admin", WATCH + "&timeoutSeconds=1", messages, Map.of());
        assertThat(messages.next()).isEqualTo("closed 1000");
    }

    @Test
    void protobufComesAsBinaryMessages() throws Exception {
        create("a");
        var accept = Map.of("Accept", "application/vnd.kubernetes.protobuf;stream=watch");
        WebSocket socket = calls.webSocket("admin", WATCH, messages, accept);
        assertThat(messages.next()).startsWith("binary").contains("ADDED", "k8s", "ConfigMap");
        socket.abort();
    }

    @Test
    void aBrowserShowsItsTokenAsASubProtocolAndGetsTheOtherOneBack() throws Exception {
        create("a");
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString("admin".getBytes(StandardCharsets.UTF_8));
        String bearer = "base64url.bearer.authorization.k8s.io." + token;
        WebSocket socket = calls.webSocket("", WATCH, messages, Map.of(), "base64.binary.k8s.io", bearer);
        assertThat(socket.getSubprotocol()).isEqualTo("base64.binary.k8s.io");
        assertThat(event()).isEqualTo("ADDED a");
        socket.abort();
    }

    @Test
    void whoMayNotWatchGetsNoSocket() {
        assertThatThrownBy(() -> calls.webSocket("", WATCH, messages, Map.of()))
                .hasMessageContaining("WebSocketHandshakeException");
    }

    private void create(String name) {
        server.create(MAPS, "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': '%s'}}".formatted(name));
    }

    private String event() throws InterruptedException {
        ObjectNode event = Json.readObject(messages.next().getBytes(StandardCharsets.UTF_8));
        return event.path("type").asText() + " "
                + event.path("object").path("metadata").path("name").asText();
    }
}
