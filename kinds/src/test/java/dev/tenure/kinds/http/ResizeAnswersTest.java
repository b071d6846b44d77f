package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Which pods may be given other resources, as upstream 1.36.3 answered.
class ResizeAnswersTest {
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private static final String DECLARED =
            "'InPlacePodLevelResourcesVerticalScaling','InPlacePodVerticalScalingInitContainers'";
    private static final String CONTAINER =
            "'containers':[{'name':'c','image':'i','resources':{'requests':{'cpu':'1'}}}]";
    private static final String INIT =
            ",'initContainers':[{'name':'i','image':'i','resources':{'requests':{'cpu':'1'}}}]";

    @AutoClose
    private static final HttpCalls CALLS = HttpCalls.toNewServer();

    private static HttpResponse<byte[]> send(String method, String path, String type, String body) throws Exception {
        byte[] sent = body.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        return CALLS.send("admin", method, path, Map.of("Content-Type", "application/" + type), sent);
    }

    /// A node of four CPUs that declares what nodes may.
    @BeforeAll
    static void node() throws Exception {
        assertThat(send("POST", "/api/v1/nodes", "json", "{'metadata':{'name':'n'}}")
                        .statusCode())
                .isEqualTo(201);
        declare(DECLARED);
    }

    private static void declare(String features) throws Exception {
        String status = "{'status':{'allocatable':{'cpu':'4','memory':'1Gi'},'declaredFeatures':[" + features + "]}}";
        assertThat(send("PATCH", "/api/v1/nodes/n/status", "merge-patch+json", status)
                        .statusCode())
                .isEqualTo(200);
    }

    private static String answer(String name, String spec, String patch) throws Exception {
        String pod = "{'metadata':{'name':'" + name + "'},'spec':{'nodeName':'n'," + spec + "}}";
        HttpResponse<byte[]> made = send("POST", PODS, "json", pod);
        assertThat(made.statusCode()).as(HttpCalls.text(made)).isEqualTo(201);
        HttpResponse<byte[]> answer =
                send("PATCH", PODS + "/" + name + "/resize", "strategic-merge-patch+json", "{'spec':{" + patch + "}}");
        return answer.statusCode() == 200
                ? "200"
                : Json.readObject(answer.body()).path("message").asText();
    }

    /// Resources of the pod as a whole that name nothing decide its class and may neither come nor go; only
    /// those that name something are told apart by what of them was taken away.
    @Test
    void resourcesOfThePodThatNameNothingNeitherComeNorGo() throws Exception {
        String plain = "'containers':[{'name':'c','image':'i'}]";
        String more = "'containers':[{'name':'c','resources':{'requests':{'cpu':'2'}}}]";
        String wrong = "Pod \"%s\" is invalid: spec: %s";
        assertThat(answer("empty-comes", plain, "'resources':{}"))
                .isEqualTo(wrong.formatted("empty-comes", "Forbidden: only cpu and memory resources are mutable"));
        assertThat(answer("empty-goes", "'resources':{}," + plain, "'resources':null"))
                .isEqualTo(wrong.formatted("empty-goes", "Forbidden: only cpu and memory resources are mutable"));
        assertThat(answer("empty-stays", "'resources':{}," + CONTAINER, more)).isEqualTo("200");
        assertThat(answer("class-goes", "'resources':{}," + CONTAINER, "'resources':null"))
                .isEqualTo(wrong.formatted(
                        "class-goes",
                        "Invalid value: \"BestEffort\": Pod QOS Class may not change as a result of resizing"));
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

    @Test
    void initContainersAndThePodAsAWholeChangeToo() throws Exception {
        assertThat(answer(
                        "init",
                        CONTAINER + INIT,
                        "'initContainers':[{'name':'i','resources':{'requests':{'cpu':'2'}}}]"))
                .isEqualTo("200");
        assertThat(answer("whole", CONTAINER, "'resources':{'requests':{'cpu':'2'}}"))
                .isEqualTo("200");
        assertThat(answer(
                        "more",
                        CONTAINER + ",'resources':{'requests':{'cpu':'2'}}",
                        "'resources':{'requests':{'cpu':'3'},'limits':{'cpu':'4'}}"))
                .isEqualTo("200");
    }

    @Test
    void onlyAmountsOfMemoryAndCpuChangeAndNoneIsTakenAway() throws Exception {
        String device = "'resources':{'requests':{'example.com/x':'1'},'limits':{'example.com/x':'1'}}";
        assertThat(answer("r1", CONTAINER + INIT, "'initContainers':[{'name':'i'," + device + "}]"))
                .isEqualTo("Pod \"r1\" is invalid: spec.initContainers[0]: Forbidden: only cpu and memory resources for"
                        + " init or sidecar containers are mutable");
        assertThat(answer(
                        "r2",
                        CONTAINER + INIT,
                        "'initContainers':[{'name':'i','resources':{'requests':{'cpu':null}}}]"))
                .isEqualTo(
                        "Pod \"r2\" is invalid: spec.initContainers[0].resources.requests: Forbidden: resource requests"
                                + " cannot be removed");
        assertThat(
                        answer(
                                "r3",
                                CONTAINER,
                                "'containers':[{'name':'c','resizePolicy':[{'resourceName':'cpu','restartPolicy':'RestartContainer'}]}]"))
                .isEqualTo("Pod \"r3\" is invalid: spec: Forbidden: only cpu and memory resources are mutable");
        assertThat(answer("r4", CONTAINER, "'containers':[{'name':'c'," + device + "}]"))
                .isEqualTo("Pod \"r4\" is invalid: spec: Forbidden: only cpu and memory resources are mutable");
        String whole = CONTAINER + ",'resources':{'requests':{'cpu':'2','memory':'1Mi'}}";
        assertThat(answer("r5", whole, "'resources':null"))
                .isEqualTo("Pod \"r5\" is invalid: spec.resources: Forbidden: pod-level resources cannot be removed");
        assertThat(answer("r6", whole, "'resources':{'requests':{'cpu':null}}"))
                .isEqualTo(
                        "Pod \"r6\" is invalid: spec.resources.requests: Forbidden: pod-level resource requests cannot"
                                + " be removed");
        String pages = "'resources':{'requests':{'hugepages-2Mi':'2Mi'},'limits':{'hugepages-2Mi':'2Mi'}}";
        assertThat(answer("r7", whole, pages))
                .isEqualTo(
                        "Pod \"r7\" is invalid: spec: Forbidden: only cpu and memory resources are mutable at pod-level");
    }

    @Test
    void noPodAsksForMoreThanItsNodeHasOrForWhatItsNodeDoesNotKnow() throws Exception {
        assertThat(answer(
                        "n1",
                        CONTAINER,
                        "'containers':[{'name':'c','resources':{'requests':{'cpu':'5','memory':'2Gi'}}}]"))
                .isEqualTo(
                        "pods \"n1\" is forbidden: node didn't have enough allocatable resources: cpu, requested: 5000,"
                                + " allocatable: 4000; memory, requested: 2147483648, allocatable: 1073741824");
        declare("");
        assertThat(answer("n2", CONTAINER, "'resources':{'requests':{'cpu':'2'}}"))
                .isEqualTo(
                        "pods \"n2\" is forbidden: pod update requires features InPlacePodLevelResourcesVerticalScaling"
                                + " which are not available on node \"n\"");
        assertThat(answer(
                        "n3", CONTAINER + INIT, "'initContainers':[{'name':'i','resources':{'requests':{'cpu':'2'}}}]"))
                .isEqualTo(
                        "pods \"n3\" is forbidden: pod update requires features InPlacePodVerticalScalingInitContainers"
                                + " which are not available on node \"n\"");
        assertThat(answer("n4", CONTAINER, "'containers':[{'name':'c','resources':{'requests':{'cpu':'2'}}}]"))
                .isEqualTo("200");
        declare(DECLARED);
    }
}
