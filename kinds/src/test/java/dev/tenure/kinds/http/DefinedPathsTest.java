package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What upstream 1.36.3 answers at the paths of a group that a definition makes to methods that nobody
/// expects there: such paths are behind no router.
class DefinedPathsTest {
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String VERSION = "/apis/example.org/v1";
    private static final String THINGS = VERSION + "/namespaces/default/things";
    private static final List<String> STRANGE = List.of("OPTIONS", "TRACE", "FOO");
    private static final int TRIES_MAX = 20_000;

    @AutoClose
    private final HttpCalls calls = HttpCalls.toNewServer();

    private HttpResponse<byte[]> send(String method, String path, String json)
            throws IOException, InterruptedException {
        byte[] body = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return calls.send("admin", method, path, Map.of("Content-Type", "application/json"), body);
    }

    @BeforeEach
    void define() throws IOException, InterruptedException {
        String definition = """
                {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
                 'metadata': {'name': 'things.example.org'}, 'spec': {'group': 'example.org', 'scope': 'Namespaced',
                 'names': {'plural': 'things', 'kind': 'Thing'}, 'versions': [{'name': 'v1', 'served': true,
                 'storage': true, 'subresources': {'status': {}}, 'schema': {'openAPIV3Schema': {'type': 'object'}}}]}}""";
        assertThat(send("POST", DEFINITIONS, definition).statusCode()).isEqualTo(201);
        int code = 0;
        for (int i = 0; i < TRIES_MAX && code != 201; i++) {
            code = send("POST", THINGS, "{'apiVersion': 'example.org/v1', 'kind': 'Thing', 'metadata': {'name': 'a'}}")
                    .statusCode();
        }
        assertThat(code).isEqualTo(201);
    }

    /// The code, and of a page what it says, of a Status the message, of anything else its kind.
    private String told(String method, String path) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = send(method, path, "");
        String text = new String(answer.body(), StandardCharsets.UTF_8).strip();
        if (!text.startsWith("{")) {
            return (answer.statusCode() + " " + text).strip();
        }
        JsonNode found = Json.read(answer.body());
        String kind = found.path("kind").asText();
        return answer.statusCode() + " "
                + (kind.equals("Status") ? found.path("message").asText() : kind);
    }

    @Test
    void whatIsServedIsToldWhateverTheMethod() throws Exception {
        for (String method : Stream.concat(STRANGE.stream(), Stream.of("POST", "PUT", "DELETE"))
                .toList()) {
            assertThat(told(method, "/apis/example.org")).as(method).isEqualTo("200 APIGroup");
            assertThat(told(method, VERSION)).as(method).isEqualTo("200 APIResourceList");
            assertThat(told(method, "/apis/example.org/v2")).as(method).isEqualTo("404 404 page not found");
            assertThat(told(method, "/apis/apps/v1")).as(method).startsWith("405 the server does not allow");
        }
        assertThat(told("HEAD", VERSION)).isEqualTo("200");
        assertThat(told("HEAD", "/apis/apps/v1")).isEqualTo("405");
    }

    @Test
    void objectsAreReadByHead() throws Exception {
        for (String path : List.of(VERSION + "/things", THINGS, THINGS + "/a", THINGS + "/a/status")) {
            assertThat(told("HEAD", path)).as(path).isEqualTo("200");
        }
        assertThat(told("HEAD", THINGS + "/none")).isEqualTo("404");
    }

    @Test
    void aMethodWithoutAVerbIsNotSupportedWhereThereIsSomething() throws Exception {
        String refused = "405  is not supported on resources of kind \"things.example.org\"";
        for (String method : STRANGE) {
            for (String path : List.of(THINGS, THINGS + "/a", THINGS + "/none", THINGS + "/a/status")) {
                assertThat(told(method, path)).as(method + " " + path).isEqualTo(refused);
            }
            assertThat(told(method, THINGS + "/a/other")).isEqualTo("404 things.example.org \"a\" not found");
            for (String path : List.of("/things", "/things/a", "/nothing")) {
                assertThat(told(method, VERSION + path)).as(method + " " + path).isEqualTo("404 404 page not found");
            }
            assertThat(told(method, "/apis/apps/v1/deployments")).startsWith("405 the server does not allow");
        }
        JsonNode details = Json.read(send("OPTIONS", THINGS, "").body()).path("details");
        assertThat(details.toString()).isEqualTo("{\"group\":\"example.org\",\"kind\":\"things\"}");
    }

    @Test
    void aPartThatDoesNotTakeAVerbSaysSo() throws Exception {
        assertThat(told("POST", THINGS + "/a/status"))
                .isEqualTo("405 create is not supported on resources of kind \"things.example.org\"");
        assertThat(told("DELETE", THINGS + "/a/status"))
                .isEqualTo("405 delete is not supported on resources of kind \"things.example.org\"");
    }

    /// What a patch came to is shown whole, with times and identities, so it is not among the recorded cases.
    @Test
    void aPatchThatTakesTheKindAwayIsRefusedWithTheObjectThatItCameTo() throws Exception {
        for (String patch : List.of("{\"kind\":null}", "{\"kind\":\"\"}")) {
            assertThat(patched(patch))
                    .as(patch)
                    .startsWith(
                            "422  \"\" is invalid: patch: Invalid value: \"{\\\"apiVersion\\\":\\\"example.org/v1\\\"")
                    .contains("\": Object 'Kind' is missing in '{\"apiVersion\":\"example.org/v1\",");
        }
        assertThat(patched("{\"kind\":5}"))
                .endsWith(
                        "\": couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct"
                                + " field .kind of type string");
    }

    private String patched(String patch) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = calls.send(
                "admin",
                "PATCH",
                THINGS + "/a?dryRun=All",
                Map.of("Content-Type", "application/merge-patch+json"),
                patch.getBytes(StandardCharsets.UTF_8));
        return answer.statusCode() + " "
                + Json.read(answer.body()).path("message").asText();
    }
}
