package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RequestMetricsTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final int TRIES = 10_000;

    @AutoClose
    private final HttpCalls calls = HttpCalls.toNewServer();

    private int send(String method, String path, String body) throws IOException, InterruptedException {
        return calls.send(
                        "admin",
                        method,
                        path,
                        Map.of("Content-Type", "application/json"),
                        body.getBytes(StandardCharsets.UTF_8))
                .statusCode();
    }

    private String metrics() throws IOException, InterruptedException {
        return HttpCalls.text(calls.send("admin", "GET", "/metrics", Map.of(), new byte[0]));
    }

    /// A request is counted when its answer has been written, a moment after the client has it.
    private void awaitLine(String line) throws IOException, InterruptedException {
        String text = metrics();
        for (int i = 0; i < TRIES && !text.contains(line); i++) {
            text = metrics();
        }
        assertThat(text).contains(line);
    }

    @Test
    void requestsAreCountedByWhatTheyAreAboutAndWhatWasAnswered() throws Exception {
        send("POST", MAPS, "{\"metadata\":{\"name\":\"a\"}}");
        send("POST", MAPS + "?dryRun=All", "{\"metadata\":{\"name\":\"b\"}}");
        send("GET", MAPS + "/none", "");
        send("GET", "/apis/apps/v1/deployments", "");
        awaitLine("apiserver_request_total{code=\"201\",component=\"apiserver\",dry_run=\"\",group=\"\","
                + "resource=\"configmaps\",scope=\"namespace\",subresource=\"\",verb=\"POST\",version=\"v1\"} 1.0");
        awaitLine("apiserver_request_total{code=\"201\",component=\"apiserver\",dry_run=\"All\",group=\"\","
                + "resource=\"configmaps\",scope=\"namespace\",subresource=\"\",verb=\"POST\",version=\"v1\"} 1.0");
        awaitLine("apiserver_request_total{code=\"404\",component=\"apiserver\",dry_run=\"\",group=\"\","
                + "resource=\"configmaps\",scope=\"resource\",subresource=\"\",verb=\"GET\",version=\"v1\"} 1.0");
        awaitLine("apiserver_request_duration_seconds_count{component=\"apiserver\",dry_run=\"\",group=\"apps\","
                + "resource=\"deployments\",scope=\"cluster\",subresource=\"\",verb=\"LIST\",version=\"v1\"} 1");
    }

    @Test
    void whatIsNotServedMakesNoLabels() throws Exception {
        send("GET", "/api/v1/namespaces/default/inventions", "");
        send("GET", MAPS + "/a/inventions", "");
        send("GET", MAPS + "/none", "");
        awaitLine("code=\"404\"");
        assertThat(metrics()).doesNotContain("inventions");
    }
}
