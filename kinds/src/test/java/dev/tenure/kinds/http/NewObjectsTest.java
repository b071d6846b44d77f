package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What the creation of objects makes of metadata that are not their creator's to set, of names that are
/// taken and of YAML with repeated keys; as upstream 1.36.3 answered.
class NewObjectsTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String JSON = "application/json";

    @AutoClose
    private static final HttpCalls CALLS = HttpCalls.toNewServer();

    private static HttpResponse<byte[]> post(String parameters, String type, String body)
            throws IOException, InterruptedException {
        byte[] sent = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return CALLS.send("admin", "POST", MAPS + parameters, Map.of("Content-Type", type), sent);
    }

    @Test
    void aRevisionIsRefusedOnlyWhereItWouldBeStored() throws Exception {
        String body = "{'metadata':{'name':'revised','resourceVersion':'5'}}";
        assertThat(post("?dryRun=All", JSON, body).statusCode()).isEqualTo(201);
        assertThat(post("", JSON, body).statusCode()).isEqualTo(500);
    }

    @Test
    void nobodyOwnsWhatTheServerSets() throws Exception {
        var made = post(
                "",
                JSON,
                "{'metadata':{'name':'deleted','deletionTimestamp':'2020-01-01T00:00:00Z','deletionGracePeriodSeconds':3}}");
        assertThat(made.statusCode()).isEqualTo(201);
        assertThat(Json.read(made.body()).path("metadata").has("managedFields")).isFalse();
    }

    @Test
    void whoLetsNamesBeMadeIsToldToTryAgain() throws Exception {
        String body = "{'metadata':{'name':'taken','generateName':'b-'}}";
        assertThat(post("", JSON, body).statusCode()).isEqualTo(201);
        var taken = post("", JSON, body);
        assertThat(taken.statusCode()).isEqualTo(409);
        assertThat(taken.headers().firstValue("Retry-After")).contains("1");
        assertThat(HttpCalls.text(taken))
                .contains("configmaps \\\"taken\\\" already exists, the server was not able to generate a unique name");
    }

    @Test
    void eachRepeatedKeyOfYamlIsAWarning() throws Exception {
        String yaml = "metadata: {name: repeated}\ndata:\n  x: one\n  x: two\n  z: one\n  z: two\n";
        assertThat(post("", "application/yaml", yaml).headers().allValues("Warning"))
                .containsExactly(
                        "299 - \"line 4: key \\\"x\\\" already set in map\"",
                        "299 - \"line 6: key \\\"z\\\" already set in map\"");
    }
}
