package dev.tenure.kinds.admission.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.kinds.RunningServer;
import dev.tenure.kinds.admission.webhook.StandInWebhook.Reply;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.Status;
import dev.tenure.runtime.io.Pause;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Webhooks as a server calls them over a socket.
class AdmissionWebhooksTest {
    private static final Target MAPS = new Target("", "v1", "configmaps", "default", "", "");

    private final RunningServer server = new RunningServer();
    private final StandInWebhook webhook = new StandInWebhook();

    @AfterEach
    void close() {
        server.close();
        webhook.close();
    }

    /// Registers one webhook, and waits until it is asked: a mark of its own tells.
    ///
    /// @param kind Mutating or Validating
    /// @param more fields of the webhook, with apostrophes for quotes, beginning with a comma
    private void register(String kind, String name, String path, String more) {
        String resource = kind.toLowerCase(java.util.Locale.ROOT) + "webhookconfigurations";
        String config =
                """
            {'apiVersion': 'admissionregistration.k8s.io/v1', 'kind': '%1$sWebhookConfiguration',
             'metadata': {'name': '%2$s'},
             'webhooks': [{'name': '%2$s.example.com', 'admissionReviewVersions': ['v1'], 'sideEffects': 'None',
              'clientConfig': {'url': '%3$s', 'caBundle': '%4$s'},
              'rules': [{'apiGroups': ['*'], 'apiVersions': ['*'], 'operations': ['*'], 'resources': ['*/*']}]%5$s},
             {'name': 'mark-%2$s.example.com', 'objectSelector': {'matchLabels': {'mark': '%2$s'}}, 'admissionReviewVersions': ['v1'], 'sideEffects': 'None',
              'clientConfig': {'url': '%6$s', 'caBundle': '%4$s'},
              'rules': [{'apiGroups': [''], 'apiVersions': ['*'], 'operations': ['CREATE'], 'resources': ['endpoints']}]}]}""".formatted(kind, name, webhook.url(path), webhook.bundle(), more, webhook.url("/mark-" + name));
        assertThat(server.create(new Target("admissionregistration.k8s.io", "v1", resource, "", "", ""), config))
                .isInstanceOf(ApiReply.One.class);
        webhook.at("/mark-" + name, StandInWebhook.refusing("{'message': 'known'}"));
        until(() -> server.create(
                                new Target("", "v1", "endpoints", "default", "", ""),
                                "{'apiVersion': 'v1', 'kind': 'Endpoints', 'metadata': {'generateName': 'x-', 'labels': {'mark': '%s'}}}"
                                        .formatted(name))
                        instanceof ApiReply.Failure(Status why, var _)
                && why.message().endsWith(": known"));
    }

    private void until(BooleanSupplier happened) {
        for (int tries = 0; !happened.getAsBoolean(); tries++) {
            assertThat(tries).isLessThan(500);
            Pause.of(Duration.ofMillis(10), server.time());
        }
    }

    private ApiReply map(String name) {
        return server.create(
                MAPS,
                "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': '%s'}, 'data': {'a': 'b'}}"
                        .formatted(name));
    }

    private static Status status(ApiReply reply) {
        assertThat(reply).isInstanceOf(ApiReply.Failure.class);
        return ((ApiReply.Failure) reply).status();
    }

    private static JsonNode object(ApiReply reply) {
        assertThat(reply).isInstanceOf(ApiReply.One.class);
        return Json.read(((ApiReply.One) reply).object().json());
    }

    private static Target named(String name) {
        return new Target("", "v1", "configmaps", "default", name, "");
    }

    private static final String MAPS_ONLY =
            ", 'rules': [{'apiGroups': [''], 'apiVersions': ['v1'], 'operations': ['*'], 'resources': ['configmaps']}]";

    @Test
    void whatWebhooksAreAskedIsCountedUnderUpstreamsNames() {
        register("Validating", "counted", "/counted", MAPS_ONLY + ", 'failurePolicy': 'Ignore'");
        webhook.at("/counted", StandInWebhook.refusing("{'message': 'no', 'code': 409}"));
        map("a");
        webhook.at("/counted", StandInWebhook::allow);
        map("a");
        webhook.at("/counted", _ -> Reply.of(500, "text/plain", "broken"));
        map("b");
        assertThat(counted("request", "code", "200", "rejected", "false")).isEqualTo(1);
        assertThat(counted("request", "code", "409", "rejected", "true")).isEqualTo(1);
        assertThat(counted("request", "code", "500", "rejected", "false")).isEqualTo(1);
        assertThat(counted("rejection_count", "error_type", "no_error", "rejection_code", "409"))
                .isEqualTo(1);
        assertThat(counted("rejection_count", "error_type", "calling_webhook_error", "rejection_code", "500"))
                .isZero();
        assertThat(counted("fail_open_count", "name", "counted.example.com", "type", "validating"))
                .isEqualTo(1);
        assertThat(counted("admission_duration_seconds", "operation", "CREATE", "rejected", "false"))
                .isEqualTo(2);
    }

    /// What is counted of the webhook with two labels, and others.
    private double counted(String metric, String one, String value, String other, String otherValue) {
        return server.metrics().scrape().stream()
                .filter(found -> found.getMetadata().getName().equals("apiserver_admission_webhook_" + metric))
                .flatMap(found -> found.getDataPoints().stream())
                .filter(point -> value.equals(point.getLabels().get(one))
                        && otherValue.equals(point.getLabels().get(other))
                        && "counted.example.com".equals(point.getLabels().get("name")))
                .mapToDouble(point -> switch (point) {
                    case CounterSnapshot.CounterDataPointSnapshot count -> count.getValue();
                    case GaugeSnapshot.GaugeDataPointSnapshot count -> count.getValue();
                    case HistogramSnapshot.HistogramDataPointSnapshot times -> times.getCount();
                    default -> throw new IllegalStateException(metric);
                })
                .sum();
    }

    @Test
    void webhookRefusesInItsOwnWords() {
        register("Validating", "no", "/no", "");
        webhook.at("/no", StandInWebhook.refusing("{'message': 'not today', 'reason': 'Forbidden', 'code': 403}"));
        Status status = status(map("a"));
        assertThat(status.message()).isEqualTo("admission webhook \"no.example.com\" denied the request: not today");
        assertThat(status.code()).isEqualTo(403);
        assertThat(status.reason()).isEqualTo("Forbidden");
        webhook.at("/no", StandInWebhook.refusing("{'reason': 'Tired'}"));
        assertThat(status(map("a")).message())
                .isEqualTo("admission webhook \"no.example.com\" denied the request: Tired");
        webhook.at("/no", StandInWebhook.refusing("{}"));
        status = status(map("a"));
        assertThat(status.message())
                .isEqualTo("admission webhook \"no.example.com\" denied the request without explanation");
        assertThat(status.code()).isEqualTo(400);
    }

    @Test
    void webhookIsToldOfTheWholeWrite() {
        register("Validating", "sees", "/sees", "");
        map("a");
        ObjectNode created = webhook.requests("/sees").getLast();
        assertThat(created.path("operation").asText()).isEqualTo("CREATE");
        assertThat(created.path("name").asText()).isEqualTo("a");
        assertThat(created.path("namespace").asText()).isEqualTo("default");
        assertThat(created.at("/kind/kind").asText()).isEqualTo("ConfigMap");
        assertThat(created.at("/requestResource/resource").asText()).isEqualTo("configmaps");
        assertThat(created.at("/object/data/a").asText()).isEqualTo("b");
        assertThat(created.path("oldObject").isNull()).isTrue();
        assertThat(created.path("dryRun").asBoolean(true)).isFalse();
        assertThat(created.at("/options/kind").asText()).isEqualTo("CreateOptions");
        assertThat(created.at("/userInfo/username").asText()).isEqualTo("admin");
        server.patch(named("a"), Body.MERGE_PATCH, "{'data': {'a': 'c'}}");
        ObjectNode changed = webhook.requests("/sees").getLast();
        assertThat(changed.path("operation").asText()).isEqualTo("UPDATE");
        assertThat(changed.at("/object/data/a").asText()).isEqualTo("c");
        assertThat(changed.at("/oldObject/data/a").asText()).isEqualTo("b");
        assertThat(changed.at("/options/kind").asText()).isEqualTo("UpdateOptions");
        server.call(Verb.DELETE, named("a"));
        ObjectNode deleted = webhook.requests("/sees").getLast();
        assertThat(deleted.path("operation").asText()).isEqualTo("DELETE");
        assertThat(deleted.path("object").isNull()).isTrue();
        assertThat(deleted.at("/oldObject/data/a").asText()).isEqualTo("c");
        assertThat(deleted.at("/options/kind").asText()).isEqualTo("DeleteOptions");
    }

    @Test
    void webhookChangesWhatIsStored() {
        register("Mutating", "adds", "/adds", MAPS_ONLY);
        webhook.at(
                "/adds",
                StandInWebhook.patching("[{'op': 'add', 'path': '/metadata/labels', 'value': {'by': 'webhook'}},"
                        + " {'op': 'replace', 'path': '/data/a', 'value': 'changed'}]"));
        JsonNode stored = object(map("a"));
        assertThat(stored.at("/metadata/labels/by").asText()).isEqualTo("webhook");
        assertThat(stored.at("/data/a").asText()).isEqualTo("changed");
    }

    @Test
    void eachSeesWhatThoseBeforeItHaveMade() {
        register("Mutating", "b", "/b", MAPS_ONLY);
        register("Mutating", "a", "/a", MAPS_ONLY);
        webhook.at("/a", StandInWebhook.patching("[{'op': 'add', 'path': '/data/x', 'value': '1'}]"));
        map("m");
        assertThat(webhook.requests("/b").getLast().at("/object/data/x").asText())
                .isEqualTo("1");
        assertThat(webhook.requests("/a").getLast().at("/object/data").has("x")).isFalse();
    }

    @Test
    void webhookThatWantsToIsAskedAgainAfterChangesByOthers() {
        register("Mutating", "a", "/a", MAPS_ONLY + ", 'reinvocationPolicy': 'IfNeeded'");
        register("Mutating", "b", "/b", MAPS_ONLY);
        map("quiet");
        assertThat(webhook.requests("/a")).hasSize(1);
        webhook.at("/b", StandInWebhook.patching("[{'op': 'add', 'path': '/data/x', 'value': '1'}]"));
        map("m");
        assertThat(webhook.requests("/a")).hasSize(3);
        assertThat(webhook.requests("/a").getLast().at("/object/data/x").asText())
                .isEqualTo("1");
        assertThat(webhook.requests("/b")).hasSize(2);
    }

    @Test
    void patchThatDoesNotFitIsAFaultOfTheServer() {
        register("Mutating", "a", "/a", MAPS_ONLY);
        Map<String, String> words = Map.of(
                "[{'op': 'add', 'path': '/spec/x/y', 'value': 1}]",
                "add operation does not apply: doc is missing path: \"/spec/x/y\": missing value",
                "[{'op': 'remove', 'path': '/data/z'}]",
                "error in remove for path: '/data/z': Unable to remove nonexistent key: z: missing value",
                "[{'op': 'test', 'path': '/data/a', 'value': 'z'}]",
                "testing value /data/a failed: test failed");
        words.forEach((patch, told) -> {
            webhook.at("/a", StandInWebhook.patching(patch));
            assertThat(status(map("m")).message()).isEqualTo("Internal error occurred: " + told);
        });
        webhook.at("/a", review -> {
            ObjectNode answer = StandInWebhook.response(review);
            answer.withObject("/response").put("patchType", "JSONPatch").put("patch", "bm8=");
            return Reply.json(answer);
        });
        assertThat(status(map("m")).message())
                .isEqualTo(
                        "Internal error occurred: failed calling webhook \"a.example.com\": received undecodable patch in"
                                + " webhook response: invalid character 'o' in literal null (expecting 'u')");
    }

    @Test
    void whatThePolicyForFailuresSaysDecides() {
        register("Validating", "closed", "/closed", MAPS_ONLY);
        webhook.at("/closed", _ -> Reply.of(500, "text/plain", "broken"));
        assertThat(status(map("a")).message())
                .isEqualTo(
                        "Internal error occurred: failed calling webhook \"closed.example.com\": failed to call webhook:"
                                + " an error on the server (\"broken\") has prevented the request from succeeding");
        webhook.at("/closed", StandInWebhook::allow);
        for (String kind : List.of("Validating", "Mutating")) {
            register(kind, "open" + kind.length(), "/open", MAPS_ONLY + ", 'failurePolicy': 'Ignore'");
        }
        webhook.at("/open", _ -> Reply.of(500, "text/plain", "broken"));
        assertThat(map("a")).isInstanceOf(ApiReply.One.class);
        assertThat(webhook.requests("/open")).hasSize(2);
    }

    @Test
    void answerToAnotherQuestionDoesNotCount() {
        register("Validating", "odd", "/odd", MAPS_ONLY);
        webhook.at("/odd", review -> {
            ObjectNode answer = StandInWebhook.response(review);
            answer.withObject("/response").put("uid", "other");
            return Reply.json(answer);
        });
        String failed =
                "Internal error occurred: failed calling webhook \"odd.example.com\": received invalid webhook response: ";
        assertThat(status(map("a")).message())
                .startsWith(failed + "expected response.uid=\"")
                .endsWith(", got \"other\"");
        webhook.at(
                "/odd",
                _ -> Reply.json(Json.object().put("kind", "AdmissionReview").put("apiVersion", "admission.k8s.io/v1")));
        assertThat(status(map("a")).message()).isEqualTo(failed + "webhook response was absent");
        webhook.at("/odd", review -> {
            ObjectNode answer = StandInWebhook.response(review);
            answer.remove("kind");
            answer.remove("apiVersion");
            return Reply.json(answer);
        });
        assertThat(status(map("a")).message())
                .isEqualTo(failed
                        + "expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind=");
        webhook.at("/odd", StandInWebhook.patching("[{'op': 'add', 'path': '/data/x', 'value': '1'}]"));
        assertThat(status(map("a")).message()).isEqualTo(failed + "validating webhook may not return response.patch");
    }

    @Test
    void olderReviewsAreSpokenToo() {
        register("Validating", "old", "/old", MAPS_ONLY + ", 'admissionReviewVersions': ['v0', 'v1beta1', 'v1']");
        webhook.at("/old", review -> {
            ObjectNode answer = StandInWebhook.response(review);
            answer.withObject("/response").put("uid", "");
            return Reply.json(answer);
        });
        assertThat(map("a")).isInstanceOf(ApiReply.One.class);
        assertThat(webhook.asked().getLast().review().path("apiVersion").asText())
                .isEqualTo("admission.k8s.io/v1beta1");
    }

    @Test
    void warningsGoToTheClient() {
        register("Validating", "warns", "/warns", MAPS_ONLY);
        webhook.at("/warns", review -> {
            ObjectNode answer = StandInWebhook.response(review);
            answer.withObject("/response").putArray("warnings").add("mind the gap");
            return Reply.json(answer);
        });
        assertThat(map("a").warnings()).contains("mind the gap");
    }

    @Test
    void writeThatIsOnlyTriedIsShownAsSuch() {
        register("Validating", "tries", "/tries", MAPS_ONLY);
        byte[] body = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"t\"}}"
                .getBytes(StandardCharsets.UTF_8);
        server.api()
                .call(new ApiRequest(
                        Verb.CREATE,
                        MAPS,
                        Map.of("dryRun", List.of("All"), "fieldManager", List.of("me")),
                        new Body(Body.JSON, body),
                        RunningServer.ADMIN));
        ObjectNode request = webhook.requests("/tries").getLast();
        assertThat(request.path("dryRun").asBoolean()).isTrue();
        assertThat(request.path("options").toString())
                .isEqualTo(
                        "{\"kind\":\"CreateOptions\",\"apiVersion\":\"meta.k8s.io/v1\",\"dryRun\":[\"All\"],\"fieldManager\":\"me\"}");
    }

    @Test
    void configurationsThemselvesAreNeverInTheHandsOfWebhooks() {
        register("Validating", "all", "/all", "");
        webhook.at("/all", StandInWebhook.refusing("{'message': 'no'}"));
        var target = new Target("admissionregistration.k8s.io", "v1", "validatingwebhookconfigurations", "", "all", "");
        assertThat(server.call(Verb.DELETE, target)).isNotInstanceOf(ApiReply.Failure.class);
        until(() -> map("later" + webhook.asked().size()) instanceof ApiReply.One);
    }

    @Test
    void scaleIsShownAsWhatItIs() {
        server.create(
                new Target("apps", "v1", "deployments", "default", "", ""),
                "{'apiVersion': 'apps/v1', 'kind': 'Deployment', 'metadata': {'name': 'd'}, 'spec': {'replicas': 1,"
                        + " 'selector': {'matchLabels': {'a': 'b'}}, 'template': {'metadata': {'labels': {'a': 'b'}},"
                        + " 'spec': {'containers': [{'name': 'c', 'image': 'i'}]}}}}");
        register("Mutating", "scale", "/scale", "");
        webhook.at("/scale", StandInWebhook.patching("[{'op': 'replace', 'path': '/spec/replicas', 'value': 5}]"));
        ApiReply reply = server.patch(
                new Target("apps", "v1", "deployments", "default", "d", "scale"),
                Body.MERGE_PATCH,
                "{'spec': {'replicas': 3}}");
        ObjectNode request = webhook.requests("/scale").getLast();
        assertThat(request.at("/kind/kind").asText()).isEqualTo("Scale");
        assertThat(request.path("subResource").asText()).isEqualTo("scale");
        assertThat(request.at("/object/spec/replicas").asInt()).isEqualTo(3);
        assertThat(request.at("/oldObject/spec/replicas").asInt()).isEqualTo(1);
        assertThat(Json.read(((ApiReply.Document) reply).json())
                        .at("/spec/replicas")
                        .asInt())
                .isEqualTo(5);
    }

    @Test
    void webhookThatHangsHoldsUpOnlyWhatItIsAskedAbout() {
        register("Validating", "hangs", "/hangs", MAPS_ONLY + ", 'timeoutSeconds': 1");
        webhook.at("/hangs", _ -> Reply.none());
        Status status = status(map("a"));
        assertThat(status.message())
                .isEqualTo(
                        "Internal error occurred: failed calling webhook \"hangs.example.com\": failed to call webhook: Post"
                                + " \"%s?timeout=1s\": context deadline exceeded".formatted(webhook.url("/hangs")));
        assertThat(server.create(
                        new Target("", "v1", "secrets", "default", "", ""),
                        "{'apiVersion': 'v1', 'kind': 'Secret', 'metadata': {'name': 's'}}"))
                .isInstanceOf(ApiReply.One.class);
    }

    /// Upstream ends the request while the webhook is still asked, whatever is to become of failures.
    @ParameterizedTest
    @CsvSource({"Validating,Fail", "Validating,Ignore", "Mutating,Fail", "Mutating,Ignore"})
    void nothingIsWrittenForASenderWhoHasGivenUpWaitingForAWebhook(String kind, String policy) {
        register(kind, "hangs", "/hangs", MAPS_ONLY + ", 'failurePolicy': '" + policy + "'");
        webhook.at("/hangs", _ -> Reply.none());
        byte[] map = "{\"metadata\": {\"name\": \"late\"}}".getBytes(StandardCharsets.UTF_8);
        ApiReply reply = server.api()
                .call(new ApiRequest(
                        Verb.CREATE, MAPS, Map.of("timeout", List.of("700ms")), Body.json(map), RunningServer.ADMIN));
        assertThat(status(reply).code()).isEqualTo(504);
        assertThat(status(reply).message()).isEqualTo("Timeout: request did not complete within the allotted timeout");
        assertThat(status(server.call(Verb.GET, named("late"))).code()).isEqualTo(404);
    }
}
