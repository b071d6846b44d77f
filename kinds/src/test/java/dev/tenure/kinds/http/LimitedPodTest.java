package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What a pod asks for as a whole where a LimitRange says what its containers ask for, as upstream 1.36.3
/// answered.
class LimitedPodTest {
    private static final String DEFAULT = "/api/v1/namespaces/default/";
    private static final String RANGE =
            "{'metadata':{'name':'l'},'spec':{'limits':[{'type':'Container','defaultRequest':{'memory':'1Mi'}}]}}";
    private static final String POD = "{'metadata':{'name':'p'},'spec':{'resources':{'limits':{'cpu':'2'}},"
            + "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'}}}]}}";

    @AutoClose
    private static final HttpCalls CALLS = HttpCalls.toNewServer();

    private static HttpResponse<byte[]> send(String method, String path, String type, String body) throws Exception {
        byte[] sent = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return CALLS.send("admin", method, DEFAULT + path, Map.of("Content-Type", "application/" + type), sent);
    }

    @Test
    void whatContainersGetFromALimitRangeCountsForThePodWhichMayBeChangedLater() throws Exception {
        assertThat(send("POST", "limitranges", "json", RANGE).statusCode()).isEqualTo(201);
        HttpResponse<byte[]> made = send("POST", "pods", "json", POD);
        assertThat(made.statusCode()).as(HttpCalls.text(made)).isEqualTo(201);
        JsonNode requests = Json.readObject(made.body()).at("/spec/resources/requests");
        assertThat(requests.path("cpu").asText()).isEqualTo("1");
        assertThat(requests.path("memory").asText()).isEqualTo("1Mi");
        HttpResponse<byte[]> labelled =
                send("PATCH", "pods/p", "merge-patch+json", "{'metadata':{'labels':{'a':'b'}}}");
        assertThat(labelled.statusCode()).as(HttpCalls.text(labelled)).isEqualTo(200);
    }
}
