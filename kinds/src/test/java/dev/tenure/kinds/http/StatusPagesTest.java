package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `/statusz` and `/flagz`, as upstream 1.36.3 answered, but for flags and the name of the language.
class StatusPagesTest {
    private static final String NEWEST = ";v=v1beta1;g=config.k8s.io;as=";

    @AutoClose
    private static final HttpCalls CALLS = HttpCalls.toNewServer();

    private static HttpResponse<byte[]> get(String path, String accept) throws IOException, InterruptedException {
        Map<String, String> headers = accept.isEmpty() ? Map.of() : Map.of("Accept", accept);
        return CALLS.send("admin", "GET", path, headers, new byte[0]);
    }

    private static String type(HttpResponse<byte[]> answer) {
        return answer.headers().firstValue("Content-Type").orElse("");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*/*", "text/*", "text/plain", "text/html, text/plain;q=0.5"})
    void peopleGetText(String accept) throws Exception {
        HttpResponse<byte[]> answer = get("/statusz", accept);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(type(answer)).isEqualTo("text/plain; charset=utf-8");
        assertThat(HttpCalls.text(answer))
                .startsWith("\napiserver statusz\nWarning: This endpoint is not meant to be machine parseable, has no"
                        + " formatting compatibility guarantees and is for debugging purposes only.\n\nStarted")
                .containsPattern("\nUp[:= ]{1,3}0 hr 0\\d min \\d\\d sec\n")
                .containsPattern("\nBinary version[:= ]{1,3}1\\.36\\.3\n")
                .containsPattern("\nPaths[:= ]{1,3}/flagz /healthz /livez /metrics /readyz /statusz /version\n");
    }

    @Test
    void whatSeparatesNamesFromValuesChanges() throws Exception {
        var seen = new HashSet<String>();
        for (int i = 0; i < 100 && seen.size() < 2; i++) {
            seen.add(HttpCalls.text(get("/flagz", "")));
        }
        assertThat(seen)
                .hasSizeGreaterThan(1)
                .allMatch(text -> text.matches("(?s)\napiserver flagz\n.*\nnodes[:= ]{1,2}3\n"));
    }

    @Test
    void whoNamesTheKindGetsAnObject() throws Exception {
        HttpResponse<byte[]> status = get("/statusz", "application/json" + NEWEST + "Statusz");
        assertThat(type(status)).isEqualTo("application/json;g=config.k8s.io;v=v1beta1;as=Statusz");
        assertThat(HttpCalls.text(status))
                .startsWith("{\"kind\":\"Statusz\",\"apiVersion\":\"config.k8s.io/v1beta1\","
                        + "\"metadata\":{\"name\":\"apiserver\"},\"startTime\":\"20")
                .contains("\"binaryVersion\":\"1.36.3\",\"emulationVersion\":\"1.36\",\"paths\":[\"/flagz\",")
                .endsWith("]}\n");
        assertThat(HttpCalls.text(get("/flagz", "application/json" + NEWEST + "Flagz")))
                .isEqualTo("{\"kind\":\"Flagz\",\"apiVersion\":\"config.k8s.io/v1beta1\","
                        + "\"metadata\":{\"name\":\"apiserver\"},\"flags\":{\"nodes\":\"3\"}}\n");
    }

    @Test
    void theOldVersionComesWithAWarning() throws Exception {
        HttpResponse<byte[]> answer = get("/flagz", "application/yaml;v=v1alpha1;g=config.k8s.io;as=Flagz");
        assertThat(type(answer)).isEqualTo("application/yaml;g=config.k8s.io;v=v1alpha1;as=Flagz");
        assertThat(answer.headers().firstValue("Warning"))
                .contains("299 - \"This version of the flagz endpoint is deprecated. Please use a newer version.\"");
        assertThat(HttpCalls.text(answer)).startsWith("apiVersion: config.k8s.io/v1alpha1\nflags:\n  nodes: \"3\"\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "text/html",
                "application/vnd.kubernetes.protobuf",
                "application/json;v=v1;g=config.k8s.io;as=Statusz",
                "application/json;v=v1beta1;g=config.k8s.io;as=Flagz",
                "text/plain;v=v1beta1;g=config.k8s.io;as=Statusz"
            })
    void otherFormsAreRefused(String accept) throws Exception {
        HttpResponse<byte[]> answer = get("/statusz", accept);
        assertThat(answer.statusCode()).isEqualTo(406);
        assertThat(HttpCalls.text(answer))
                .contains(
                        "only the following media types are accepted: application/json, application/yaml, text/plain");
    }

    @Test
    void strangersAreTurnedAway() throws Exception {
        for (String path : List.of("/statusz", "/flagz")) {
            assertThat(CALLS.send("", "GET", path, Map.of(), new byte[0]).statusCode())
                    .as(path)
                    .isEqualTo(403);
            assertThat(get(path + "/", "").statusCode()).as(path).isEqualTo(404);
        }
    }
}
