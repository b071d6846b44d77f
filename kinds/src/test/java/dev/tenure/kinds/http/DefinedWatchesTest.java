package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Watches of a kind that was defined at run time end when the definition changes or goes, as upstream, where
/// each state of a definition has a storage of its own: clients would otherwise go on with objects of the
/// former schema.
class DefinedWatchesTest {
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String DEFINITION = DEFINITIONS + "/things.example.org";
    private static final String THINGS = "/apis/example.org/v1/namespaces/default/things";
    private static final String WATCH = THINGS + "?watch=1&timeoutSeconds=60";
    private static final int TRIES_MAX = 20_000;
    private static final int PATIENCE_SECONDS = 20;

    @AutoClose
    private final HttpCalls calls = HttpCalls.toNewServer();

    private HttpResponse<byte[]> send(String method, String path, String json)
            throws IOException, InterruptedException {
        byte[] body = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
        return calls.send("admin", method, path, Map.of("Content-Type", type), body);
    }

    @BeforeEach
    void define() throws IOException, InterruptedException {
        String definition = """
                {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
                 'metadata': {'name': 'things.example.org'}, 'spec': {'group': 'example.org', 'scope': 'Namespaced',
                 'names': {'plural': 'things', 'kind': 'Thing'}, 'versions': [{'name': 'v1', 'served': true,
                 'storage': true, 'schema': {'openAPIV3Schema': {'type': 'object'}}}]}}""";
        assertThat(send("POST", DEFINITIONS, definition).statusCode()).isEqualTo(201);
        int code = 0;
        for (int i = 0; i < TRIES_MAX && code != 201; i++) {
            code = make("a").statusCode();
        }
        assertThat(code).isEqualTo(201);
    }

    private HttpResponse<byte[]> make(String name) throws IOException, InterruptedException {
        return send(
                "POST",
                THINGS,
                "{'apiVersion': 'example.org/v1', 'kind': 'Thing', 'metadata': {'name': '" + name
                        + "', 'finalizers': ['example.org/held']}}");
    }

    private Iterator<String> watch() throws IOException, InterruptedException {
        Iterator<String> events = calls.lines("admin", WATCH).body().iterator();
        assertThat(events.next()).contains("ADDED", "\"name\":\"a\"");
        return events;
    }

    private void change(String path, String patch) throws IOException, InterruptedException {
        assertThat(send("PATCH", path, patch).statusCode()).as(patch).isEqualTo(200);
    }

    @Test
    void aDefinitionThatSaysSomethingElseEndsThem() throws Exception {
        Iterator<String> events = watch();
        change(DEFINITION, "{'metadata': {'labels': {'a': 'b'}}}");
        assertThat(make("b").statusCode()).isEqualTo(201);
        assertThat(events.next()).contains("ADDED", "\"name\":\"b\"");
        change(DEFINITION, "{'spec': {'names': {'plural': 'things', 'kind': 'Thing', 'shortNames': ['th']}}}");
        assertThat(events.hasNext()).isFalse();
    }

    /// Objects that go with their definition are still told of.
    @Test
    void aDefinitionThatIsDeletedEndsThemWhenItHasGone() throws Exception {
        Iterator<String> events = watch();
        assertThat(send("DELETE", DEFINITION, "").statusCode()).isEqualTo(200);
        assertThat(events.next()).contains("MODIFIED", "deletionTimestamp");
        change(THINGS + "/a", "{'metadata': {'finalizers': null}}");
        assertThat(events.next()).contains("DELETED", "\"name\":\"a\"");
        assertThat(events.hasNext()).isFalse();
    }

    @Test
    void overAWebSocketTheyEndAsWell() throws Exception {
        var said = new CopyOnWriteArrayList<String>();
        var closed = new CountDownLatch(1);
        WebSocket.Listener listener = new WebSocket.Listener() {
            @Override
            public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
                said.add(text.toString());
                socket.request(1);
                return null;
            }

            @Override
            public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
                closed.countDown();
                return null;
            }
        };
        WebSocket _ = calls.webSocket("admin", WATCH, listener, Map.of());
        for (int i = 0; i < TRIES_MAX && said.isEmpty(); i++) {
            make("a");
        }
        change(DEFINITION, "{'spec': {'names': {'plural': 'things', 'kind': 'Thing', 'shortNames': ['th']}}}");
        assertThat(closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(said.toString()).contains("\"name\":\"a\"");
    }
}
