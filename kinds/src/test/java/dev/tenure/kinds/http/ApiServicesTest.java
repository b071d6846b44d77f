package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// The APIServices of what is served here, as upstream 1.36.3 has them.
class ApiServicesTest {
    private static final String SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final int TRIES_MAX = 20_000;

    @AutoClose
    private final HttpCalls calls = HttpCalls.toNewServer();

    private HttpResponse<byte[]> send(String method, String path, String type, String json)
            throws IOException, InterruptedException {
        byte[] body = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return calls.send("admin", method, path, Map.of("Content-Type", type), body);
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        return Json.read(send("GET", path, "application/json", "").body());
    }

    /// Asks for what the server does a moment later.
    private JsonNode await(String path, Predicate<JsonNode> there) throws IOException, InterruptedException {
        JsonNode found = get(path);
        for (int i = 0; i < TRIES_MAX && !there.test(found); i++) {
            found = get(path);
        }
        assertThat(there.test(found)).as(found.toString()).isTrue();
        return found;
    }

    private static boolean isService(JsonNode answer) {
        return answer.path("kind").asText().equals("APIService");
    }

    private void define(String versions) throws IOException, InterruptedException {
        String definition = """
                {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
                 'metadata': {'name': 'things.example.org'}, 'spec': {'group': 'example.org', 'scope': 'Namespaced',
                 'names': {'plural': 'things', 'kind': 'Thing'}, 'versions': [%s]}}""".formatted(versions);
        assertThat(send("POST", DEFINITIONS, "application/json", definition).statusCode())
                .isEqualTo(201);
    }

    private static String version(String name, boolean served, boolean stored) {
        return "{'name': '%s', 'served': %s, 'storage': %s, 'schema': {'openAPIV3Schema': {'type': 'object'}}}"
                .formatted(name, served, stored);
    }

    @Test
    void everyVersionThatIsServedHasOneAndNoneIsMissing() throws Exception {
        List<String> names = get(SERVICES)
                .path("items")
                .valueStream()
                .map(item -> item.path("metadata").path("name").asText())
                .toList();
        List<String> served = get("/apis")
                .path("groups")
                .valueStream()
                .flatMap(group -> group.path("versions").valueStream())
                .map(version -> version.path("groupVersion").asText())
                .filter(version -> !version.equals("apiregistration.k8s.io/v1"))
                .map(version -> version.split("/")[1] + "." + version.split("/")[0])
                .toList();
        assertThat(names).contains("v1.").hasSize(21);
        assertThat(names).filteredOn(name -> !name.equals("v1.")).containsExactlyInAnyOrderElementsOf(served);
    }

    @Test
    void thoseOfANewClusterAreTheServersOwn() throws Exception {
        JsonNode service = get(SERVICES + "/v2.autoscaling");
        JsonNode metadata = service.path("metadata");
        assertThat(metadata.path("labels").toString())
                .isEqualTo("{\"kube-aggregator.kubernetes.io/automanaged\":\"onstart\"}");
        assertThat(metadata.path("managedFields").path(0).path("manager").asText())
                .isEqualTo("kube-apiserver");
        assertThat(metadata.path("managedFields").path(0).path("fieldsV1").toString())
                .isEqualTo(
                        "{\"f:metadata\":{\"f:labels\":{\".\":{},\"f:kube-aggregator.kubernetes.io/automanaged\":{}}},"
                                + "\"f:spec\":{\"f:group\":{},\"f:groupPriorityMinimum\":{},\"f:version\":{},"
                                + "\"f:versionPriority\":{}}}");
        assertThat(service.path("spec").toString())
                .isEqualTo(
                        "{\"group\":\"autoscaling\",\"version\":\"v2\",\"groupPriorityMinimum\":17500,\"versionPriority\":30}");
        assertThat(service.at("/status/conditions/0/reason").asText()).isEqualTo("Local");
    }

    @Test
    void whatADefinitionServesHasOneForAsLong() throws Exception {
        define(version("v1", true, true) + "," + version("v2", true, false) + "," + version("v3", false, false));
        JsonNode made = await(SERVICES + "/v2.example.org", ApiServicesTest::isService);
        assertThat(made.path("metadata").path("labels").toString())
                .isEqualTo("{\"kube-aggregator.kubernetes.io/automanaged\":\"true\"}");
        assertThat(made.path("spec").path("groupPriorityMinimum").asInt()).isEqualTo(1000);
        assertThat(made.path("spec").path("versionPriority").asInt()).isEqualTo(100);
        await(SERVICES + "/v1.example.org", ApiServicesTest::isService);
        assertThat(get(SERVICES + "/v3.example.org").path("reason").asText()).isEqualTo("NotFound");
        send(
                "PATCH",
                DEFINITIONS + "/things.example.org",
                "application/json-patch+json",
                "[{'op': 'replace', 'path': '/spec/versions/1/served', 'value': false}]");
        await(SERVICES + "/v2.example.org", gone -> gone.path("reason").asText().equals("NotFound"));
        send("DELETE", DEFINITIONS + "/things.example.org", "application/json", "");
        await(SERVICES + "/v1.example.org", gone -> gone.path("reason").asText().equals("NotFound"));
    }

    @Test
    void whatIsChangedOrTakenAwayComesBack() throws Exception {
        define(version("v1", true, true));
        String own = SERVICES + "/v1.example.org";
        JsonNode first = await(own, ApiServicesTest::isService);
        send("PATCH", own, "application/merge-patch+json", "{'spec': {'versionPriority': 7}}");
        await(own, back -> back.path("spec").path("versionPriority").asInt() == 100);
        send("DELETE", own, "application/json", "");
        await(
                own,
                back -> isService(back)
                        && !back.path("metadata")
                                .path("uid")
                                .equals(first.path("metadata").path("uid")));
    }

    @Test
    void whatIsServedHereIsAvailableWhateverIsSaidOfIt() throws Exception {
        String own = SERVICES + "/v1.apps";
        send("PATCH", own + "/status", "application/merge-patch+json", "{'status': {'conditions': []}}");
        await(own, back -> back.at("/status/conditions/0/status").asText().equals("True"));
    }
}
