package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AnswerFormTest {
    private final RunningServer server = new RunningServer().listening(InFlightLimits.standard(), List.of("ann"));
    private final HttpCalls calls = new HttpCalls(server);

    @AfterEach
    void stop() {
        calls.close();
        server.close();
    }

    private String get(String token, String path) throws IOException, InterruptedException {
        return HttpCalls.text(calls.send(token, "GET", path, Map.of(), new byte[0]));
    }

    @Test
    void jsonOnOneLineEndsIt() throws Exception {
        for (String path : List.of("/api", "/apis/apps/v1", "/api/v1/pods", "/api/v1/namespaces/none")) {
            assertThat(get("admin", path)).as(path).endsWith("}\n");
        }
    }

    @Test
    void jsonForPeopleIsIndentedAndEndsWithItsLastBrace() throws Exception {
        assertThat(get("admin", "/api/v1/pods?pretty=true"))
                .startsWith("{\n  \"kind\": \"PodList\",\n")
                .endsWith("}");
    }

    @Test
    void aNodeShowsForWhichProcessorsItsKernelWasMade() throws Exception {
        String node = "{\"metadata\":{\"name\":\"n\"},\"status\":{\"nodeInfo\":{\"kernelVersion\":\"6.1\","
                + "\"architecture\":\"arm64\"}}}";
        calls.send(
                "admin",
                "POST",
                "/api/v1/nodes",
                Map.of("Content-Type", "application/json"),
                node.getBytes(StandardCharsets.UTF_8));
        var table = Map.of("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io");
        assertThat(HttpCalls.text(calls.send("admin", "GET", "/api/v1/nodes", table, new byte[0])))
                .contains("\"6.1 (arm64)\"");
    }

    @Test
    void theStatusesOfComponentsAreATableTooAsKubectlAsksForThem() throws Exception {
        var table = Map.of("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io,application/json");
        for (String path : List.of("/api/v1/componentstatuses", "/api/v1/componentstatuses/etcd-0")) {
            assertThat(HttpCalls.text(calls.send("admin", "GET", path, table, new byte[0])))
                    .as(path)
                    .startsWith("{\"kind\":\"Table\"")
                    .contains("\"name\":\"Status\"", "\"name\":\"Message\"", "\"name\":\"Error\"")
                    .contains("\"cells\":[\"etcd-0\",\"Healthy\",\"ok\",\"\"]");
        }
        var metadata = Map.of("Accept", "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io");
        assertThat(HttpCalls.text(calls.send("admin", "GET", "/api/v1/componentstatuses", metadata, new byte[0])))
                .contains("\"kind\":\"PartialObjectMetadata\"", "\"name\":\"etcd-0\"");
    }

    @Test
    void aNamespaceCountsAsLyingInItself() throws Exception {
        var as = Map.of("Impersonate-User", "bob");
        assertThat(HttpCalls.text(calls.send("admin", "GET", "/api/v1/namespaces/default", as, new byte[0])))
                .contains(
                        "User \\\"bob\\\" cannot get resource \\\"namespaces\\\" in API group \\\"\\\" in the namespace"
                                + " \\\"default\\\"");
    }

    @Test
    void everyAnswerAboutEndpointsSaysThatTheyAreReplaced() throws Exception {
        for (String path : List.of("/api/v1/endpoints", "/api/v1/namespaces/default/endpoints/none")) {
            assertThat(warnings(path))
                    .as(path)
                    .singleElement()
                    .asString()
                    .contains("v1 Endpoints is deprecated in v1.33+");
        }
        assertThat(warnings("/api/v1/services")).isEmpty();
    }

    private List<String> warnings(String path) throws IOException, InterruptedException {
        return calls.send("admin", "GET", path, Map.of(), new byte[0]).headers().allValues("Warning");
    }

    @Test
    void theRootListsWhatIsServed() throws Exception {
        assertThat(get("admin", "/"))
                .contains("\"/api/v1\"", "\"/apis/apps\"", "\"/apis/apps/v1\"", "\"/metrics\"", "\"/version\"");
    }

    @Test
    void discoveryIsReadAndHealthMayBeAskedAnyhow() throws Exception {
        assertThat(status("POST", "/api/v1")).isEqualTo(405);
        assertThat(status("PUT", "/apis/apps/v1")).isEqualTo(405);
        assertThat(status("POST", "/livez/ping")).isEqualTo(200);
    }

    private int status(String method, String path) throws IOException, InterruptedException {
        return calls.send("admin", method, path, Map.of(), new byte[0]).statusCode();
    }

    @Test
    void optionsOfADeletionMayBeOfAnyVersion() throws Exception {
        assertThat(deletion("{\"kind\":\"DeleteOptions\",\"apiVersion\":\"x/v2\"}"))
                .contains("not found");
        assertThat(deletion("{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}")).contains("no kind");
    }

    private String deletion(String options) throws IOException, InterruptedException {
        return HttpCalls.text(calls.send(
                "admin",
                "DELETE",
                "/api/v1/namespaces/default/configmaps/none",
                Map.of("Content-Type", "application/json"),
                options.getBytes(StandardCharsets.UTF_8)));
    }
}
