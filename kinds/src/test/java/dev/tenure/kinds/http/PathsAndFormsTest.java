package dev.tenure.kinds.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// What is answered to HEAD, and which paths care for what a client accepts; all as upstream 1.36.3 answered.
class PathsAndFormsTest {
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
    private static final String JSON = "application/json";
    private static final String YAML = "application/yaml";
    private static final int TRIES_MAX = 20_000;

    @AutoClose
    private static final HttpCalls CALLS = HttpCalls.toNewServer();

    private static HttpResponse<byte[]> send(String method, String path, String accept)
            throws IOException, InterruptedException {
        return CALLS.send("admin", method, path, Map.of("Accept", accept), new byte[0]);
    }

    private static final String NOSNIFF = "X-Content-Type-Options";

    private static int head(String path) throws IOException, InterruptedException {
        return send("HEAD", path, JSON).statusCode();
    }

    @Test
    void noResourceIsAskedForItsHead() throws Exception {
        for (String path : List.of(
                "/api/v1/namespaces",
                "/api/v1/namespaces/default",
                "/api/v1/namespaces/none",
                "/api/v1/namespaces/default/pods?watch=true",
                "/api/v1/watch/pods",
                "/apis/apps/v1/namespaces/default/deployments/x/scale",
                "/version",
                "/api")) {
            assertThat(head(path)).as(path).isEqualTo(405);
        }
        for (String path : List.of("/", "/apis", "/apis/apps", "/healthz")) {
            assertThat(head(path)).as(path).isEqualTo(200);
        }
        assertThat(head("/apis/apps/v1/none")).isEqualTo(404);
        assertThat(head("/apis/apps/v1/deployments/x")).isEqualTo(404);
    }

    @Test
    void aMethodThatNothingTakesIsRefusedOnlyWhereSomethingIs() throws Exception {
        for (String method : List.of("OPTIONS", "FOO")) {
            for (String path : List.of("/api/v1/pods", "/api/v1/namespaces/default/status")) {
                assertThat(send(method, path, JSON).statusCode()).as(path).isEqualTo(405);
            }
            for (String path : List.of(
                    "/api/v1/none",
                    "/api/v1/namespaces/default/none/x",
                    "/api/v1/namespaces/default/configmaps/x/status",
                    "/apis/apps/v9/deployments",
                    "/apis/apps/v1/deployments/x")) {
                HttpResponse<byte[]> refused = send(method, path, JSON);
                assertThat(refused.statusCode()).as(path).isEqualTo(404);
                assertThat(HttpCalls.text(refused)).contains("the server could not find the requested resource");
            }
        }
    }

    /// Upstream writes the others with no more than their text.
    @Test
    void refusedImpersonationsAndWholeHealthAreNotToBeGuessedAt() throws Exception {
        for (var headers : List.of(Map.of("Impersonate-Group", "g"), Map.of("Impersonate-Uid", "x"))) {
            var refused = CALLS.send("admin", "GET", "/api/v1/pods", headers, new byte[0]);
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.headers().firstValue(NOSNIFF)).contains("nosniff");
        }
        assertThat(send("GET", "/healthz", JSON).headers().firstValue(NOSNIFF)).contains("nosniff");
        assertThat(send("GET", "/healthz/ping", JSON).headers().firstValue(NOSNIFF))
                .isEmpty();
    }

    @Test
    void theOldPathsOfWatchesAreThoseOfKindsThatCanBeWatched() throws Exception {
        for (String path : List.of(
                "/api/v1/watch/namespaces/default/pods/x/status",
                "/api/v1/watch/componentstatuses",
                "/api/v1/watch/namespaces/default/bindings",
                "/api/v1/watch/none")) {
            assertThat(send("GET", path, JSON).statusCode()).as(path).isEqualTo(404);
        }
        assertThat(send("GET", "/api/v1/watch/namespaces/default/pods/x?timeoutSeconds=1", JSON)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void objectsAreNoLongerExported() throws Exception {
        for (String query : List.of("export=true", "export", "export=1")) {
            HttpResponse<byte[]> refused = send("GET", "/api/v1/namespaces/default?" + query, JSON);
            assertThat(refused.statusCode()).as(query).isEqualTo(400);
            assertThat(HttpCalls.text(refused)).contains("the export parameter, deprecated since v1.14");
        }
        assertThat(send("GET", "/api/v1/namespaces/default?export=false", JSON).statusCode())
                .isEqualTo(200);
        assertThat(send("GET", "/apis/apps/v1/namespaces/default/deployments/none/scale?export=true", JSON)
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void theOldOpenApiDocumentIsJsonForWhoAcceptsAnyApplication() throws Exception {
        HttpResponse<byte[]> answer = send("GET", "/openapi/v2", "application/*");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains(JSON);
    }

    @Test
    void whoMayNotReadIsToldSoBeforeTheMethodIsRefused() throws Exception {
        var bob = Map.of("Impersonate-User", "bob");
        assertThat(CALLS.send("admin", "HEAD", "/api/v1/secrets", bob, new byte[0])
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void kindsThatWereDefinedAreAskedForTheirHeads() throws Exception {
        String definition = """
                {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
                 "metadata": {"name": "heads.example.org"}, "spec": {"group": "example.org", "scope": "Cluster",
                 "names": {"plural": "heads", "kind": "Head"}, "versions": [{"name": "v1", "served": true, "storage": true,
                 "subresources": {"scale": {"specReplicasPath": ".spec.n", "statusReplicasPath": ".status.n"}},
                 "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]}}""";
        post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
        String heads = "/apis/example.org/v1/heads";
        for (int i = 0; i < TRIES_MAX && head(heads) != 200; i++) {
            // it is served a moment later
        }
        post(
                heads,
                "{\"apiVersion\":\"example.org/v1\",\"kind\":\"Head\",\"metadata\":{\"name\":\"a\"},\"spec\":{\"n\":1}}");
        for (String path : List.of(heads, heads + "/a", heads + "/a/scale")) {
            assertThat(head(path)).as(path).isEqualTo(200);
            HttpResponse<byte[]> refused = send("GET", path, "text/html");
            assertThat(refused.statusCode()).as(path).isEqualTo(406);
            assertThat(HttpCalls.text(refused)).as(path).contains("only the following media types are accepted");
        }
        assertThat(send("GET", heads + "/a/scale", "application/vnd.kubernetes.protobuf")
                        .statusCode())
                .isEqualTo(406);
        HttpResponse<byte[]> patched =
                CALLS.send("admin", "PATCH", heads + "/a", Map.of("Content-Type", "text/plain"), "{}".getBytes(UTF_8));
        assertThat(patched.statusCode()).isEqualTo(415);
        assertThat(HttpCalls.text(patched))
                .contains("accepted media types include: application/json-patch+json, application/merge-patch+json,");
    }

    private static void post(String path, String json) throws IOException, InterruptedException {
        var made = CALLS.send("admin", "POST", path, Map.of("Content-Type", JSON), json.getBytes(UTF_8));
        assertThat(made.statusCode()).as(path).isEqualTo(201);
    }

    @Test
    void whoAcceptsNothingThatThereIsGetsARefusalForPeople() throws Exception {
        for (String path : List.of("/version", "/api", "/apis", "/api/v1/pods", "/api/v1/namespaces/none")) {
            assertThat(HttpCalls.text(send("GET", path, "text/html")))
                    .as(path)
                    .startsWith("{\n  \"kind\": \"Status\",\n")
                    .endsWith("\n}");
        }
        assertThat(HttpCalls.text(send("GET", "/api/v1/namespaces/none", TABLE)))
                .startsWith("{\n");
        assertThat(HttpCalls.text(send("GET", "/version", YAML))).startsWith("apiVersion: v1\ncode: 406\n");
        assertThat(HttpCalls.text(send("GET", "/api/v1/pods?watch=true", YAML)))
                .contains("application/json;stream=watch,", "application/vnd.kubernetes.protobuf;stream=watch");
    }

    @Test
    void whatStandsBetweenTwoSlashesIsEmpty() throws Exception {
        HttpResponse<byte[]> everywhere = send("GET", "/api/v1/namespaces//pods", JSON);
        assertThat(everywhere.statusCode()).isEqualTo(200);
        assertThat(HttpCalls.text(everywhere)).contains("\"kind\":\"PodList\"");
        HttpResponse<byte[]> none = send("GET", "/api//v1/pods", JSON);
        assertThat(none.statusCode()).isEqualTo(404);
        assertThat(HttpCalls.text(none)).contains("the server could not find the requested resource");
        assertThat(send("GET", "//api/v1/pods/", JSON).statusCode()).isEqualTo(404);
        assertThat(send("GET", "/openapi/v3/", JSON).statusCode()).isEqualTo(404);
    }

    @Test
    void theListOfPathsIsJsonWhateverIsAccepted() throws Exception {
        for (String accept : List.of("text/html", YAML, TABLE)) {
            HttpResponse<byte[]> answer = send("GET", "/", accept);
            assertThat(answer.statusCode()).as(accept).isEqualTo(200);
            assertThat(HttpCalls.text(answer))
                    .startsWith("{\n  \"paths\": [\n")
                    .contains("\"/flagz\"", "\"/statusz\"")
                    .isEqualTo(HttpCalls.text(send("GET", "/index.html", accept)));
        }
    }

    @Test
    void howHealthyTheServerWasIsAPageOfMetrics() throws Exception {
        send("GET", "/livez?verbose", JSON);
        assertThat(HttpCalls.text(send("GET", "/metrics/slis", "text/plain")))
                .contains("kubernetes_healthcheck{name=\"ping\",type=\"livez\"} 1.0");
        assertThat(HttpCalls.text(send("GET", "/", JSON))).contains("\"/metrics/slis\"");
    }

    @Test
    void theVersionIsNoTableAndIsShownAllTheSame() throws Exception {
        assertThat(send("GET", "/version", TABLE).statusCode()).isEqualTo(200);
        assertThat(send("GET", "/version", YAML).statusCode()).isEqualTo(406);
    }

    @Test
    void discoveryHasNoTables() throws Exception {
        for (String path : List.of("/api", "/apis", "/api/v1", "/apis/apps", "/apis/apps/v1")) {
            HttpResponse<byte[]> answer = send("GET", path, TABLE);
            assertThat(answer.statusCode()).as(path).isEqualTo(406);
            assertThat(HttpCalls.text(answer)).contains("only the following media types are accepted");
            assertThat(send("GET", path, TABLE + "," + JSON).statusCode())
                    .as(path)
                    .isEqualTo(200);
        }
    }

    @Test
    void whatIsNotThereIsNotFoundWhateverIsAccepted() throws Exception {
        assertThat(send("GET", "/apis/apps/v1/none", "text/html").statusCode()).isEqualTo(404);
        assertThat(HttpCalls.text(send("GET", "/apis/apps/v1/none", YAML))).startsWith("apiVersion: v1\ncode: 404\n");
    }

    private static HttpResponse<byte[]> alice(String method, String path, String accept) throws Exception {
        return CALLS.send("alice", method, path, Map.of("Accept", accept), new byte[0]);
    }

    /// As upstream answered: its filters come before its router, and its router looks at the method first.
    @Test
    void whoMayNotIsToldSoWhateverHeAcceptsAndAMethodThatIsNotThereIsNotNegotiated() throws Exception {
        String maps = "/api/v1/namespaces/default/configmaps";
        for (String path :
                List.of(maps, maps + "/a", maps + "?watch=1", "/apis/apps/v1/namespaces/default/deployments")) {
            assertThat(alice("GET", path, "text/html").statusCode()).as(path).isEqualTo(403);
            assertThat(send("GET", path, "text/html").statusCode()).as(path).isEqualTo(406);
        }
        assertThat(alice("PUT", maps, "text/html").statusCode()).isEqualTo(403);
        assertThat(send("PUT", maps, "text/html").statusCode()).isEqualTo(405);
        assertThat(send("POST", maps + "/a", "text/html").statusCode()).isEqualTo(405);
        assertThat(send("HEAD", maps, "application/*").statusCode()).isEqualTo(405);
        assertThat(send("GET", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", "text/html")
                        .statusCode())
                .isEqualTo(405);
    }

    @Test
    void aRevisionThatIsNoNumberIsToldOfEventsInOtherWords() throws Exception {
        String events = "/api/v1/namespaces/default/events/e?resourceVersion=x";
        assertThat(HttpCalls.text(send("GET", events, JSON)))
                .contains(
                        "\"message\":\"invalid resource version: resourceVersion: Invalid value: \\\"x\\\": strconv.ParseUint",
                        "\"code\":400");
        assertThat(send("GET", "/api/v1/namespaces/default/configmaps/e?resourceVersion=x", JSON)
                        .statusCode())
                .isEqualTo(500);
        String one = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
        assertThat(HttpCalls.text(send("GET", "/apis/events.k8s.io/v1/events", one)))
                .contains("the requested object is a list (*core.EventList)");
    }

    /// As upstream answered, whose timer for so short a while is over before anything is looked at.
    @Test
    void whatTakesLongerThanItsClientWaitsIsNotAnswered() throws Exception {
        for (String path :
                List.of("/version", "/healthz", "/api/v1/namespaces", "/api/v1/namespaces/default", "/nothing")) {
            HttpResponse<byte[]> answer = send("GET", path + "?timeout=1ns", JSON);
            assertThat(answer.statusCode()).as(path).isEqualTo(504);
            assertThat(HttpCalls.text(answer))
                    .as(path)
                    .contains(
                            "\"message\":\"Timeout: request did not complete within the allotted timeout\",\"reason\":\"Timeout\",\"details\":{}");
        }
        assertThat(send("GET", "/api/v1/namespaces?watch=1&timeoutSeconds=1&timeout=1ns", JSON)
                        .statusCode())
                .as("streams take no notice of it")
                .isEqualTo(200);
    }

    @Test
    void aTimeoutThatIsNoDurationIsRefusedWhateverIsAskedFor() throws Exception {
        for (String path : List.of(
                "/version", "/healthz", "/api/v1/namespaces", "/apis/apps/v1/none", "/nothing", "/openapi/v2")) {
            HttpResponse<byte[]> answer = send("GET", path + "?timeout=soon", JSON);
            assertThat(answer.statusCode()).as(path).isEqualTo(400);
            assertThat(HttpCalls.text(answer))
                    .as(path)
                    .contains(
                            "\"message\":\"invalid timeout specified in the request URL - time: invalid duration \\\"soon\\\"\"");
        }
        assertThat(HttpCalls.text(send("POST", "/api/v1/namespaces?timeout=5", JSON)))
                .contains("time: missing unit in duration \\\"5\\\"");
        for (String timeout : List.of("", "0s", "-5s", "32s", "3m")) {
            assertThat(send("GET", "/version?timeout=" + timeout, JSON).statusCode())
                    .as(timeout)
                    .isEqualTo(200);
        }
        assertThat(send("GET", "/api/v1/namespaces/default/pods/none/log?timeout=soon", JSON)
                        .statusCode())
                .as("streams take no notice of it")
                .isEqualTo(404);
    }
}
