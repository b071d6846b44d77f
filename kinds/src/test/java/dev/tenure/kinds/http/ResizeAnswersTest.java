package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Which pods may be given other resources, as upstream 1.36.3 answered.
class ResizeAnswersTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";

    @AutoClose
    private static final HttpCalls CALLS = HttpCalls.toNewServer();

    private static HttpResponse<byte[]> send(String method, String path, String type, String body) throws Exception {
        byte[] sent = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return CALLS.send("admin", method, path, Map.of("Content-Type", "application/" + type), sent);
    }

    private static void make(String name) throws Exception {
        String pod = "{'metadata':{'name':'" + name + "'},'spec':{'nodeName':'n','containers':[{'name':'c','image':'i',"
                + "'resources':{'requests':{'cpu':'1'}}}]}}";
        assertThat(send("POST", PODS, "json", pod).statusCode()).isEqualTo(201);
    }

    private static HttpResponse<byte[]> resize(String name) throws Exception {
        String patch = "{'spec':{'containers':[{'name':'c','resources':{'requests':{'cpu':'2'}}}]}}";
        return send("PATCH", PODS + "/" + name + "/resize", "strategic-merge-patch+json", patch);
    }

    private static void report(String name, String resources) throws Exception {
        String path = PODS + "/" + name + "/status";
        String runs =
                "{'status':{'phase':'Running','containerStatuses':[{'name':'c','image':'i','imageID':'','ready':true,"
                        + "'restartCount':0,'state':{'running':{'startedAt':'2026-01-01T00:00:00Z'}}" + resources
                        + "}]}}";
        assertThat(send("PATCH", path, "strategic-merge-patch+json", runs).statusCode())
                .isEqualTo(200);
    }

    @Test
    void onNodesThatReportNoResourcesARunningPodKeepsThem() throws Exception {
        make("running");
        report("running", "");
        HttpResponse<byte[]> answer = resize("running");
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(HttpCalls.text(answer)).contains("spec: Forbidden: Pod running on node without support for resize");
    }

    @Test
    void whereTheyAreReportedOrNothingRunsYetTheyChange() throws Exception {
        make("begun");
        assertThat(resize("begun").statusCode()).isEqualTo(200);
        report("begun", ",'resources':{'requests':{'cpu':'2'}}");
        assertThat(resize("begun").statusCode()).isEqualTo(200);
    }
}
