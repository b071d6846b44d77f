package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What the query of a request may say, where upstream's answer names revisions and cannot be recorded.
class QueriesTest {
    private static final String PATH = "/api/v1/namespaces/default";

    @AutoClose
    private static final HttpCalls CALLS = HttpCalls.toNewServer();

    private static String sent(String method, String path, String json) throws IOException, InterruptedException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        var answer = CALLS.send("admin", method, PATH + path, Map.of("Content-Type", "application/json"), body);
        return answer.statusCode() + " " + HttpCalls.text(answer);
    }

    @Test
    void aDeletionMayStateItsPreconditions() throws Exception {
        assertThat(sent("POST", "/configmaps", "{\"metadata\":{\"name\":\"kept\"}}"))
                .startsWith("201");
        for (String query : List.of("resourceVersion=0", "resourceVersion=1", "uid=x")) {
            assertThat(sent("DELETE", "/configmaps/kept?" + query, ""))
                    .as(query)
                    .startsWith("409")
                    .contains("in the precondition");
        }
        assertThat(sent("DELETE", "/configmaps/kept?uid=&resourceVersion=", "")).startsWith("200");
    }

    /// They do not come from a copy in memory, which may catch up and does not count.
    @Test
    void eventsAreReadFromTheStore() throws Exception {
        for (String name : List.of("one", "two")) {
            String event =
                    "{\"metadata\":{\"name\":\"%s\"},\"involvedObject\":{\"namespace\":\"default\"}}".formatted(name);
            assertThat(sent("POST", "/events", event)).startsWith("201");
        }
        assertThat(sent("GET", "/events?limit=1&resourceVersion=0", "")).contains("\"remainingItemCount\":1");
        assertThat(sent("GET", "/events?resourceVersion=99999999", ""))
                .startsWith("504")
                .doesNotContain("retryAfterSeconds");
        assertThat(sent("GET", "/configmaps?resourceVersion=99999999", ""))
                .startsWith("504")
                .contains("\"retryAfterSeconds\":1");
    }
}
