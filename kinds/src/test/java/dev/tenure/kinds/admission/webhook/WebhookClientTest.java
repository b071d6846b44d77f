package dev.tenure.kinds.admission.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenure.apiserver.pki.Issuer;
import dev.tenure.apiserver.pki.Pem;
import dev.tenure.kinds.admission.AdmittedCluster;
import dev.tenure.kinds.admission.webhook.StandInWebhook.Reply;
import dev.tenure.kinds.webhookclient.WebhookAccess;
import dev.tenure.kinds.webhookclient.WebhookCallException;
import dev.tenure.kinds.webhookclient.WebhookClient;
import dev.tenure.kinds.webhookclient.WebhookServices.Routing;
import dev.tenure.kinds.webhookclient.WebhookTarget;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.callout.HttpsCalls;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebhookClientTest {
    private static final ResourceType SLICES =
            new ResourceType("discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", Scope.NAMESPACED);
    private static final WebhookClient.Terms TEN_SECONDS = new WebhookClient.Terms(Duration.ofSeconds(10), 1 << 20);

    private final SystemTime time = new SystemTime();
    private final StandInWebhook webhook = new StandInWebhook();
    private final WebhookClient client = client(Routing.ENDPOINT, new AdmittedCluster());

    private WebhookClient client(Routing routing, AdmittedCluster cluster) {
        return new WebhookAccess(new HttpsCalls(time), routing, new PrometheusRegistry())
                .client(cluster, new Random(1));
    }

    @AfterEach
    void close() {
        webhook.close();
    }

    private static WebhookClient.Review review() {
        ObjectNode review = Json.object().put("kind", "AdmissionReview").put("apiVersion", "admission.k8s.io/v1");
        review.putObject("request").put("uid", "u1");
        return WebhookClient.Review.of(review);
    }

    private WebhookTarget target(String url) {
        return new WebhookTarget(url, Optional.empty(), webhook.authority());
    }

    private String failure(WebhookTarget target) {
        return failure(client, target, TEN_SECONDS);
    }

    private static String failure(WebhookClient client, WebhookTarget target, WebhookClient.Terms terms) {
        return catchThrowableOfType(WebhookCallException.class, () -> client.call(target, review(), terms))
                .why();
    }

    private String refused(String rest) {
        return "Post \"https://127.0.0.1:%d%s".formatted(webhook.port(), rest);
    }

    @Test
    void answerOfTheSameKindIsRead() throws WebhookCallException {
        var answer = client.call(target(webhook.url("/a//b/")), review(), TEN_SECONDS);
        assertThat(answer.kind()).isEqualTo("AdmissionReview");
        assertThat(answer.review().at("/response/allowed").asBoolean()).isTrue();
        assertThat(webhook.asked().getFirst().path()).isEqualTo("/a/b?timeout=10s");
    }

    @Test
    void addressWithoutListenerRefuses() {
        assertThat(failure(target("https://127.0.0.1:1/validate")))
                .isEqualTo(
                        "Post \"https://127.0.0.1:1/validate?timeout=10s\": dial tcp 127.0.0.1:1: connect: connection refused");
    }

    @Test
    void serverThatNobodyVouchesForIsNotBelieved() {
        String other = Pem.of(new Issuer(time.wall()).authority("other").certificate());
        var target = new WebhookTarget(webhook.url("/"), Optional.empty(), other);
        assertThat(failure(target))
                .isEqualTo(
                        refused(
                                "/?timeout=10s\": tls: failed to verify certificate: x509: certificate signed by unknown authority"));
        var machines = new WebhookTarget(webhook.url("/"), Optional.empty(), "");
        assertThat(failure(machines)).endsWith("x509: certificate signed by unknown authority");
    }

    @Test
    void certificateHasToBeForTheNameOfTheServer() {
        try (var named = new StandInWebhook(List.of("hook.default.svc", "other.example.com"));
                var numbered = new StandInWebhook(List.of("10.0.0.1"))) {
            assertThat(failure(new WebhookTarget(named.url("/"), Optional.empty(), named.authority())))
                    .endsWith("x509: cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs");
            String local = "https://localhost:%d/".formatted(named.port());
            assertThat(failure(new WebhookTarget(local, Optional.empty(), named.authority())))
                    .endsWith("x509: certificate is valid for hook.default.svc, other.example.com, not localhost");
            assertThat(failure(new WebhookTarget(numbered.url("/"), Optional.empty(), numbered.authority())))
                    .endsWith("x509: certificate is valid for 10.0.0.1, not 127.0.0.1");
            String unnamed = "https://localhost:%d/".formatted(numbered.port());
            assertThat(failure(new WebhookTarget(unnamed, Optional.empty(), numbered.authority())))
                    .endsWith("x509: certificate is not valid for any names, but wanted to match localhost");
        }
    }

    @Test
    void serverThatSaysNothingIsWaitedForUntilTheTimeIsOver() {
        webhook.at("/slow", _ -> Reply.none());
        var terms = new WebhookClient.Terms(Duration.ofMillis(300), 1 << 20);
        assertThat(failure(client, target(webhook.url("/slow")), terms))
                .isEqualTo(refused("/slow?timeout=1s\": context deadline exceeded"));
    }

    @Test
    void codesThatAreNoSuccessHaveTheirWords() {
        Map<Integer, String> words = Map.of(
                400, "the server rejected our request for an unknown reason",
                404, "the server could not find the requested resource",
                500, "an error on the server (\"no\") has prevented the request from succeeding",
                503, "the server is currently unable to handle the request",
                418, "the server responded with the status code 418 but did not return more information",
                302, "the server responded with the status code 302 but did not return more information");
        words.forEach((code, told) -> {
            webhook.at("/" + code, _ -> Reply.of(code, "text/plain", "no\n"));
            assertThat(failure(target(webhook.url("/" + code)))).isEqualTo(told);
        });
    }

    @Test
    void statusInARefusalSpeaksForItself() {
        webhook.at("/x", _ -> Reply.of(500, "application/json", "{\"status\":\"Failure\",\"message\":\"out of tea\"}"));
        assertThat(failure(target(webhook.url("/x")))).isEqualTo("out of tea");
    }

    @Test
    void redirectLeadsNowhere() {
        webhook.at("/from", _ -> new Reply(307, "", new byte[0], Map.of("Location", webhook.url("/to"))));
        assertThat(failure(target(webhook.url("/from"))))
                .isEqualTo("the server responded with the status code 307 but did not return more information");
        assertThat(webhook.asked()).hasSize(1);
    }

    @Test
    void answerThatIsNoReviewIsRefused() {
        Map<String, String> words = Map.of(
                "", "0-length response with status code: 200 and content type: application/json",
                "{x",
                        "couldn't get version/kind; json parse error: invalid character 'x' looking for beginning of object key string",
                "<html>",
                        "couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type"
                                + " struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string"
                                + " \"json:\\\"kind,omitempty\\\"\" }");
        int number = 0;
        for (Map.Entry<String, String> each : words.entrySet()) {
            String path = "/" + number++;
            webhook.at(path, _ -> Reply.of(200, "application/json", each.getKey()));
            assertThat(failure(target(webhook.url(path)))).isEqualTo(each.getValue());
        }
        webhook.at(
                "/status",
                _ -> Reply.of(
                        200,
                        "application/json",
                        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"bad day\"}"));
        assertThat(failure(target(webhook.url("/status"))))
                .isEqualTo("converting (v1.Status) to (v1.AdmissionReview): unknown conversion");
    }

    @Test
    void answerThatIsTooLongIsNotRead() {
        webhook.at("/long", _ -> Reply.of(200, "application/json", "x".repeat(2000)));
        var terms = new WebhookClient.Terms(Duration.ofSeconds(10), 1000);
        assertThat(failure(client, target(webhook.url("/long")), terms))
                .endsWith("the answer has more than 1000 bytes, which are read at most");
    }

    @Test
    void serverThatSaysWhenToTryAgainIsAskedAgain() throws WebhookCallException {
        var times = new AtomicInteger();
        webhook.at(
                "/busy",
                review -> times.incrementAndGet() < 3
                        ? new Reply(429, "", new byte[0], Map.of("Retry-After", "0"))
                        : StandInWebhook.allow(review));
        client.call(target(webhook.url("/busy")), review(), TEN_SECONDS);
        assertThat(times).hasValue(3);
    }

    @Test
    void serviceIsDialledAtAnEndpointThatIsReady() throws WebhookCallException {
        var cluster = new AdmittedCluster();
        cluster.with(
                ResourceTypes.SERVICES,
                "{'kind': 'Service', 'apiVersion': 'v1', 'metadata': {'name': 'hook', 'namespace': 'default'},"
                        + " 'spec': {'type': 'ClusterIP', 'clusterIP': '10.0.0.9', 'ports': [{'name': 'web', 'port': 443}]}}");
        cluster.with(
                SLICES,
                ("{'kind': 'EndpointSlice', 'apiVersion': 'discovery.k8s.io/v1', 'metadata': {'name': 'hook-1',"
                                + " 'namespace': 'default', 'labels': {'kubernetes.io/service-name': 'hook'}},"
                                + " 'addressType': 'IPv4', 'ports': [{'name': 'web', 'port': %d}], 'endpoints':"
                                + " [{'addresses': ['10.9.9.9'], 'conditions': {'ready': false}},"
                                + " {'addresses': ['127.0.0.1'], 'conditions': {'ready': true}}]}")
                        .formatted(webhook.port()));
        WebhookClient routed = client(Routing.ENDPOINT, cluster);
        routed.call(service(443), review(), TEN_SECONDS);
        assertThat(webhook.asked())
                .singleElement()
                .satisfies(asked -> assertThat(asked.host()).isEqualTo("hook.default.svc:443"));
        assertThat(failure(routed, service(444), TEN_SECONDS))
                .isEqualTo(
                        "Post \"https://hook.default.svc:444/check?timeout=10s\": no service port 444 found for service \"hook\"");
    }

    private WebhookTarget service(int port) {
        var config = Json.object();
        config.putObject("service")
                .put("namespace", "default")
                .put("name", "hook")
                .put("port", port)
                .put("path", "/check");
        config.put(
                "caBundle",
                Base64.getEncoder().encodeToString(webhook.authority().getBytes(UTF_8)));
        return WebhookTarget.of(config);
    }

    @Test
    void serviceThatCannotBeDialledSaysWhy() {
        assertThat(failure(service(443)))
                .isEqualTo("Post \"https://hook.default.svc:443/check?timeout=10s\": service \"hook\" not found");
        String bare = "{'kind': 'Service', 'apiVersion': 'v1', 'metadata': {'name': 'hook', 'namespace': 'default'},"
                + " 'spec': {'type': '%s', 'clusterIP': 'None', 'ports': [{'port': 443}]}}";
        var inside = new AdmittedCluster().with(ResourceTypes.SERVICES, bare.formatted("ClusterIP"));
        var outside = new AdmittedCluster().with(ResourceTypes.SERVICES, bare.formatted("ExternalName"));
        assertThat(failure(client(Routing.ENDPOINT, inside), service(443), TEN_SECONDS))
                .endsWith(": no endpoints available for service \"hook\"");
        assertThat(failure(client(Routing.CLUSTER_ADDRESS, inside), service(443), TEN_SECONDS))
                .endsWith(": cannot route to service with ClusterIP \"None\"");
        assertThat(failure(client(Routing.ENDPOINT, outside), service(443), TEN_SECONDS))
                .endsWith(": unsupported service type \"ExternalName\"");
    }
}
