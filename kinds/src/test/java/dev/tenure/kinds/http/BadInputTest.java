package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.ApiServer;
import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import dev.tenure.store.StoreUnavailableException;
import dev.tenure.wire.json.Json;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class BadInputTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final RunningServer SERVER = new RunningServer().listening(InFlightLimits.standard(), List.of());
    private static final HttpCalls CALLS = new HttpCalls(SERVER);

    @AfterAll
    static void stop() {
        CALLS.close();
        SERVER.close();
    }

    @Test
    void aBodyOfOneByteTooManyIsTooLarge() throws Exception {
        int limit = 3 * 1024 * 1024;
        String start = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m\"},\"data\":{\"a\":\"";
        String end = "\"}}";
        String filled = "x".repeat(limit - start.length() - end.length());
        assertRefused(
                413,
                post("application/json", bytes(start + filled + "x" + end)),
                "Request entity too large: limit is 3145728");
        assertRefused(422, post("application/json", bytes(start + filled + end)), "Too long");
    }

    @Test
    void headersThatMakeNoSenseAreTheClientsFault() throws Exception {
        for (String accept : List.of(";", ",", ";;,;", "; q=1")) {
            assertThat(CALLS.send("admin", "GET", MAPS, Map.of("Accept", accept), new byte[0])
                            .statusCode())
                    .as(accept)
                    .isEqualTo(406);
        }
        var extra = Map.of("Impersonate-User", "bob", "Impersonate-Extra-%zz", "x");
        assertThat(CALLS.send("admin", "GET", MAPS, extra, new byte[0]).statusCode())
                .as("a key that is not escaped properly stands for itself, and bob may not read")
                .isEqualTo(403);
    }

    @Test
    void whatTheStoreCannotDoIsReportedWithoutItsFolders() {
        var failure =
                new StoreUnavailableException("cannot write the store /var/lib/ten ure/store.db: disk is full (13)");
        assertThat(ApiServer.failure(failure).message())
                .isEqualTo("cannot write the store store.db: disk is full (13)");
    }

    @Test
    void textsThatAreNoObjectAreBadRequests() throws Exception {
        for (String text : List.of("", "nonsense", "[]", "1", "{", "{\"kind\":5}", "{\"a\":".repeat(20_000))) {
            assertRefused(400, post("application/json", bytes(text)), "");
            assertThat(post("application/yaml", bytes(text)).statusCode())
                    .as(text)
                    .isBetween(400, 499);
            assertRefused(400, post("application/vnd.kubernetes.protobuf", bytes(text)), "");
        }
    }

    @Test
    void aBodyThatClaimsToBeCompressedIsReadAsItIs() throws Exception {
        HttpResponse<byte[]> response = CALLS.send(
                "admin",
                "POST",
                MAPS,
                Map.of("Content-Type", "application/json", "Content-Encoding", "gzip"),
                new byte[] {31, -117, 8, 0, 1, 2, 3});
        assertRefused(400, response, "");
    }

    /// Upstream 1.36.3 reads `kind` in any case, and the last one counts: names of a merged object stand in
    /// order, and a strategic patch is not read as a text.
    @Test
    void namesOfAPatchThatAreLikeKindCountWhereTheyComeLast() throws Exception {
        assertThat(post("application/json", bytes("{\"metadata\":{\"name\":\"cased\"}}"))
                        .statusCode())
                .isEqualTo(201);
        for (String type : List.of("merge", "strategic-merge")) {
            for (String name : List.of("Kind", "KIND", "kinD", "ApiVersion")) {
                assertThat(patch(type, "", name).statusCode())
                        .as(type + " " + name)
                        .isEqualTo(200);
                assertRefused(422, patch(type, "&fieldValidation=Strict", name), "unknown field \"" + name + "\"");
            }
        }
        assertThat(patch("strategic-merge", "", "apiversion").statusCode()).isEqualTo(200);
        assertRefused(422, patch("merge", "", "apiversion"), "is registered for version \"Other\"");
    }

    private static HttpResponse<byte[]> patch(String type, String query, String name) throws Exception {
        return CALLS.send(
                "admin",
                "PATCH",
                MAPS + "/cased?dryRun=All" + query,
                Map.of("Content-Type", "application/" + type + "-patch+json"),
                bytes("{\"" + name + "\":\"Other\"}"));
    }

    @Test
    void whatNobodyKnowsIsRefusedByName() throws Exception {
        byte[] widget = bytes("{\"apiVersion\":\"v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"w\"}}");
        assertRefused(400, post("application/json", widget), "no kind \"Widget\" is registered for version \"v1\"");
        assertRefused(415, post("text/plain", widget), "the body of the request was in an unknown format");
        assertRefused(404, CALLS.send("admin", "GET", "/api/v1/widgets", Map.of(), new byte[0]), "could not find");
        assertRefused(405, CALLS.send("admin", "PUT", MAPS, Map.of(), widget), "does not allow this method");
    }

    private static HttpResponse<byte[]> post(String type, byte[] body) throws Exception {
        return CALLS.send("admin", "POST", MAPS, Map.of("Content-Type", type), body);
    }

    /// The answer is a Status that says what is wrong, and nothing of how this server is made.
    private static void assertRefused(int code, HttpResponse<byte[]> response, String words) {
        String text = HttpCalls.text(response);
        assertThat(response.statusCode()).as(text).isEqualTo(code);
        assertThat(Json.readObject(response.body()).path("kind").asText()).isEqualTo("Status");
        assertThat(text).doesNotContain("dev.tenure", "java.lang", "\\tat ");
        assertThat(Json.readObject(response.body()).path("message").asText())
                .isNotEmpty()
                .contains(words);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
