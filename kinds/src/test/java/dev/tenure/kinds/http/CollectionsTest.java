package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What requests for collections select, and which are refused; as upstream 1.36.3 answered.
class CollectionsTest {
    private static final String NAMESPACES = "/api/v1/namespaces";

    @AutoClose
    private static final HttpCalls CALLS = HttpCalls.toNewServer();

    private static HttpResponse<byte[]> send(String method, String path, String body)
            throws IOException, InterruptedException {
        var type = Map.of("Content-Type", "application/json");
        return CALLS.send("admin", method, path, type, body.getBytes(StandardCharsets.UTF_8));
    }

    /// Where the maps of a namespace are, which is made unless it is there.
    private static String mapsOf(String namespace) throws IOException, InterruptedException {
        send("POST", NAMESPACES, "{\"metadata\":{\"name\":\"" + namespace + "\"}}");
        return NAMESPACES + "/" + namespace + "/configmaps";
    }

    @Test
    void aDeletionWithALimitEndsWithThePage() throws Exception {
        String maps = mapsOf("limited");
        for (String name : List.of("a", "b", "c", "d", "e")) {
            send("POST", maps, "{\"metadata\":{\"name\":\"" + name + "\"}}");
        }
        JsonNode first = Json.read(send("DELETE", maps + "?limit=2", "").body());
        assertThat(first.path("items")).hasSize(2);
        assertThat(first.path("metadata").path("remainingItemCount").asLong()).isEqualTo(3);
        assertThat(names(maps)).containsExactly("c", "d", "e");
        String next = first.path("metadata").path("continue").asText("");
        send("DELETE", maps + "?limit=2&continue=" + next, "");
        assertThat(names(maps)).containsExactly("e");
        send("DELETE", maps, "");
        assertThat(names(maps)).isEmpty();
    }

    /// A page is of the revision that is named, though a whole list only has to be no older; and what is
    /// deleted is read in pages.
    @Test
    void aPageOfARevisionIsAsItWasThen() throws Exception {
        String maps = mapsOf("then");
        String empty = Json.read(send("GET", maps, "").body())
                .path("metadata")
                .path("resourceVersion")
                .asText("");
        send("POST", maps, "{\"metadata\":{\"name\":\"a\"}}");
        String at = "resourceVersion=" + empty;
        for (String parameters : List.of(at + "&limit=1", at + "&resourceVersionMatch=Exact")) {
            assertThat(names(maps + "?" + parameters)).as(parameters).isEmpty();
        }
        String byName = at + "&limit=1&fieldSelector=metadata.name%3Da";
        for (String parameters :
                List.of(at, at + "&limit=1&resourceVersionMatch=NotOlderThan", byName, "resourceVersion=0&limit=1")) {
            assertThat(names(maps + "?" + parameters)).as(parameters).containsExactly("a");
        }
        JsonNode deleted = Json.read(send("DELETE", maps + "?" + at, "").body());
        assertThat(deleted.path("items")).isEmpty();
        assertThat(names(maps)).containsExactly("a");
    }

    @Test
    void aRestFromAnyRevisionComesWhole() throws Exception {
        String maps = mapsOf("rest");
        for (String name : List.of("a", "b", "c")) {
            send("POST", maps, "{\"metadata\":{\"name\":\"" + name + "\"}}");
        }
        String next = Json.read(send("GET", maps + "?limit=1", "").body())
                .path("metadata")
                .path("continue")
                .asText("");
        assertThat(names(maps + "?limit=1&continue=" + next)).containsExactly("b");
        assertThat(names(maps + "?limit=1&resourceVersion=0&continue=" + next)).containsExactly("b", "c");
    }

    /// Clients of old tell so that the object waits for somebody.
    @Test
    void whoTakesDependentsAlongInTheOldWayIsToldThatItWaits() throws Exception {
        String maps = mapsOf("waiting");
        send("POST", maps, "{\"metadata\":{\"name\":\"a\",\"finalizers\":[\"example.org/a\"]}}");
        send("POST", maps, "{\"metadata\":{\"name\":\"b\"}}");
        String along = "{\"orphanDependents\":false}";
        String tried = "{\"orphanDependents\":false,\"dryRun\":[\"All\"]}";
        assertThat(send("DELETE", maps + "/b", tried).statusCode()).isEqualTo(200);
        for (int i = 0; i < 2; i++) {
            assertThat(send("DELETE", maps + "/a", along).statusCode()).isEqualTo(202);
            assertThat(send("DELETE", maps + "/a", "").statusCode()).isEqualTo(200);
        }
        assertThat(send("DELETE", maps + "/b", along).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"continue=abc", "continue=e30", "resourceVersion=abc", "resourceVersion=-1"})
    void aDeletionIsRefusedWhereAListIs(String parameters) throws Exception {
        String maps = mapsOf("refused");
        send("POST", maps, "{\"metadata\":{\"name\":\"a\"}}");
        var list = send("GET", maps + "?" + parameters, "");
        var deletion = send("DELETE", maps + "?" + parameters, "");
        assertThat(deletion.statusCode()).isEqualTo(400);
        assertThat(HttpCalls.text(deletion)).isEqualTo(HttpCalls.text(list));
        assertThat(names(maps)).containsExactly("a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/v1/nodes                              | metadata.namespace=a | field label not supported: metadata.namespace",
                "/api/v1/namespaces                         | metadata.namespace=a | field label not supported: metadata.namespace",
                "/api/v1/namespaces                         | name=a | field label not supported: name",
                "/api/v1/persistentvolumes                  | metadata.namespace=a |",
                "/apis/batch/v1/jobs                        | status.active=1 | field label \\\"status.active\\\" not supported for Job",
                "/api/v1/pods                               | metadata.namespace=a |",
                "/apis/batch/v1/jobs                        | status.phase=a | field label \\\"status.phase\\\" not supported for Job",
                "/apis/resource.k8s.io/v1/resourceslices    | spec.x=a | field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: spec.x",
            })
    void fieldsAreThoseOfTheKind(String path, String selector, String refusal) throws Exception {
        String encoded = URLEncoder.encode(selector, StandardCharsets.UTF_8);
        var answer = send("GET", path + "?fieldSelector=" + encoded, "");
        assertThat(answer.statusCode()).isEqualTo(refusal == null ? 200 : 400);
        if (refusal != null) {
            assertThat(HttpCalls.text(answer)).contains(refusal);
        }
    }

    @Test
    void jobsAreSelectedByTheNumberOfPodsThatSucceededUnderTheNameOfOld() throws Exception {
        String jobs = "/apis/batch/v1/namespaces/default/jobs";
        String job = """
                {"metadata": {"name": "%s"}, "spec": {"template": {"spec": {"restartPolicy": "Never",
                 "containers": [{"name": "c", "image": "registry.test/job:1"}]}}}}""";
        send("POST", jobs, job.formatted("done"));
        send("POST", jobs, job.formatted("begun"));
        JsonNode done = Json.read(send("GET", jobs + "/done", "").body());
        String status = "{\"startTime\":\"2026-01-01T00:00:00Z\",\"succeeded\":1}";
        String next = done.toString().replace("\"status\":{}", "\"status\":" + status);
        assertThat(send("PUT", jobs + "/done/status", next).statusCode()).isEqualTo(200);
        assertThat(names(jobs + "?fieldSelector=status.successful%3D1")).containsExactly("done");
        assertThat(names(jobs + "?fieldSelector=status.successful%3D0")).containsExactly("begun");
    }

    private static List<String> names(String path) throws IOException, InterruptedException {
        return Json.read(send("GET", path, "").body())
                .path("items")
                .valueStream()
                .map(item -> item.path("metadata").path("name").asText(""))
                .toList();
    }

    @Test
    void theOldPathsOfWatchesAreForReadingOnly() throws Exception {
        String maps = mapsOf("watched");
        String path = maps.replace("/v1/", "/v1/watch/");
        assertThat(send("POST", path, "{\"metadata\":{\"name\":\"w\"}}").statusCode())
                .isEqualTo(405);
        assertThat(send("DELETE", path, "").statusCode()).isEqualTo(405);
        assertThat(names(maps)).isEmpty();
    }
}
