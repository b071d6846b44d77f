package dev.tenure.kinds.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.http.InFlightLimits;
import dev.tenure.kinds.RunningServer;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The forms of a Scale, and what the bodies sent to subresources say about the namespace.
class SubresourceBodiesTest {
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
    private static final String SCALE = DEPLOYMENTS + "/d/scale";
    private static final String DEPLOYMENT = """
        {"metadata":{"name":"d"},"spec":{"replicas":3,"selector":{"matchLabels":{"a":"b"}},
        "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}}\
        """;

    private final RunningServer server = new RunningServer().listening(InFlightLimits.standard(), List.of("ann"));
    private final HttpCalls calls = new HttpCalls(server);

    @BeforeEach
    void makeDeployment() throws Exception {
        assertThat(send("POST", DEPLOYMENTS, "application/json", DEPLOYMENT).statusCode())
                .isEqualTo(201);
    }

    @AfterEach
    void stop() {
        calls.close();
        server.close();
    }

    private HttpResponse<byte[]> send(String method, String path, String type, String body)
            throws IOException, InterruptedException {
        return calls.send("admin", method, path, Map.of("Content-Type", type), body.getBytes(StandardCharsets.UTF_8));
    }

    private String scaleAs(String form) throws IOException, InterruptedException {
        var accept = Map.of("Accept", "application/json;as=" + form + ";v=v1;g=meta.k8s.io");
        return HttpCalls.text(calls.send("admin", "GET", SCALE, accept, new byte[0]));
    }

    @Test
    void aScaleIsShownAsATable() throws Exception {
        assertThat(scaleAs("Table"))
                .contains("\"Desired\"", "\"Available\"", "\"cells\":[\"d\",3,0,")
                .contains("\"kind\":\"PartialObjectMetadata\"");
    }

    @Test
    void aScaleIsShownByItsMetadata() throws Exception {
        assertThat(scaleAs("PartialObjectMetadata")).contains("\"kind\":\"PartialObjectMetadata\"", "\"name\":\"d\"");
        assertThat(scaleAs("PartialObjectMetadataList")).contains("not a list (*autoscaling.Scale)");
    }

    @Test
    void ofABindingItsTargetIsLookedAtBeforeItsName() throws Exception {
        String bindings = "/api/v1/namespaces/default/bindings";
        HttpResponse<byte[]> nowhere = send("POST", bindings, "application/json", "{\"target\":{}}");
        assertThat(nowhere.statusCode()).isEqualTo(500);
        assertThat(HttpCalls.text(nowhere)).contains("\"message\":\"target.name: Required value\"");
        HttpResponse<byte[]> nobody = send("POST", bindings, "application/json", "{\"target\":{\"name\":\"n\"}}");
        assertThat(nobody.statusCode()).isEqualTo(400);
        assertThat(HttpCalls.text(nobody)).contains("\"message\":\"Name parameter required.\"");
    }

    @Test
    void anEvictionKeepsWhichGenerationAnEarlierMarkWasAbout() throws Exception {
        String pods = "/api/v1/namespaces/default/pods";
        assertThat(send("POST", pods, "application/json", """
                                {"metadata":{"name":"p"},"spec":{"nodeName":"n","automountServiceAccountToken":false,
                                "containers":[{"name":"c","image":"i"}]}}""").statusCode()).isEqualTo(201);
        assertThat(send("PATCH", pods + "/p/status", "application/merge-patch+json", """
                                {"status":{"phase":"Running","conditions":[
                                {"type":"DisruptionTarget","status":"False","reason":"R","observedGeneration":1}]}}""")
                        .statusCode())
                .isEqualTo(200);
        String eviction = "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"p\"}}";
        assertThat(send("POST", pods + "/p/eviction", "application/json", eviction)
                        .statusCode())
                .isEqualTo(201);
        JsonNode mark = Json.readObject(
                        send("GET", pods + "/p", "application/json", "").body())
                .at("/status/conditions/0");
        assertThat(mark.path("reason").asText()).isEqualTo("EvictionByEvictionAPI");
        assertThat(mark.path("observedGeneration").asInt()).isEqualTo(1);
    }

    @Test
    void aScaleOfAnotherNamespaceIsRefused() throws Exception {
        String elsewhere = "{\"metadata\":{\"name\":\"d\",\"namespace\":\"z\"},\"spec\":{\"replicas\":1}}";
        refusesNamespace(send("PUT", SCALE, "application/json", elsewhere));
        refusesNamespace(send("PATCH", SCALE, "application/merge-patch+json", elsewhere));
    }

    @Test
    void theNameIsComparedBeforeTheWorkloadIsLookedFor() throws Exception {
        var answer = send("PUT", DEPLOYMENTS + "/none/scale", "application/json", "{\"metadata\":{\"name\":\"d\"}}");
        assertThat(answer.statusCode()).isEqualTo(400);
    }

    @Test
    void aWriteForAnotherObjectNamesItsKeyAndADryRunLeavesOutWhatAllKeysBeginWith() throws Exception {
        String other = DEPLOYMENT.replace("\"name\":\"d\"", "\"name\":\"d\",\"uid\":\"x\"");
        String key = "deployments/default/d, ResourceVersion: 0";
        assertThat(HttpCalls.text(send("PUT", DEPLOYMENTS + "/d", "application/json", other)))
                .contains("Key: /registry/" + key);
        assertThat(HttpCalls.text(send("PUT", DEPLOYMENTS + "/d?dryRun=All", "application/json", other)))
                .contains("Key: /" + key);
    }

    @Test
    void bindingsAndEvictionsOfAnotherNamespaceAreRefused() throws Exception {
        String pod = "/api/v1/namespaces/default/pods/p";
        String metadata = "{\"metadata\":{\"name\":\"p\",\"namespace\":\"z\"}";
        refusesNamespace(send("POST", pod + "/eviction", "application/json", metadata + "}"));
        String target = ",\"target\":{\"kind\":\"Node\",\"name\":\"n\"}}";
        refusesNamespace(send("POST", pod + "/binding", "application/json", metadata + target));
    }

    @Test
    void aBindingLeavesNothingOfWhatWasSaidOfEarlierAttempts() throws Exception {
        String pods = "/api/v1/namespaces/default/pods";
        send("POST", pods, "application/json", """
                {"metadata":{"name":"p"},"spec":{"automountServiceAccountToken":false,"containers":[{"name":"c","image":"i"}]}}""");
        String refused = """
                {"status":{"conditions":[{"type":"PodScheduled","status":"False","observedGeneration":1,"reason":"Unschedulable"}]}}""";
        send("PATCH", pods + "/p/status", "application/strategic-merge-patch+json", refused);
        String binding = "{\"metadata\":{\"name\":\"p\"},\"target\":{\"kind\":\"Node\",\"name\":\"n\"}}";
        assertThat(send("POST", pods + "/p/binding", "application/json", binding)
                        .statusCode())
                .isEqualTo(201);
        assertThat(HttpCalls.text(send("GET", pods + "/p", "application/json", "")))
                .contains("\"type\":\"PodScheduled\",\"status\":\"True\"")
                .contains("\"nodeName\":\"n\"")
                .doesNotContain("\"observedGeneration\":1,\"status\"", "Unschedulable");
    }

    @Test
    void aTokenIsGivenForTheAccountOfThePathAlone() throws Exception {
        String accounts = "/api/v1/namespaces/default/serviceaccounts";
        send("POST", accounts, "application/json", "{\"metadata\":{\"name\":\"robot\"}}");
        String token = accounts + "/robot/token";
        var named = send("POST", token, "application/json", "{\"metadata\":{\"name\":\"other\"}}");
        assertThat(named.statusCode()).isEqualTo(422);
        assertThat(HttpCalls.text(named))
                .contains("TokenRequest.authentication.k8s.io \\\"robot\\\" is invalid: metadata.name: Invalid value:"
                        + " \\\"other\\\": must match the service account name if specified");
        var identified = send("POST", token, "application/json", "{\"metadata\":{\"uid\":\"u\"}}");
        assertThat(identified.statusCode()).isEqualTo(409);
        assertThat(HttpCalls.text(identified))
                .contains(
                        "Operation cannot be fulfilled on TokenRequest.authentication.k8s.io \\\"robot\\\": the UID in"
                                + " the token request (u) does not match the UID of the service account");
        refusesNamespace(send("POST", token, "application/json", "{\"metadata\":{\"namespace\":\"z\"}}"));
        assertThat(send("POST", token, "application/json", "{\"metadata\":{\"name\":\"robot\"}}")
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void aTokenLastsNoLongerThanTheServerAllows() throws Exception {
        send(
                "POST",
                "/api/v1/namespaces/default/serviceaccounts",
                "application/json",
                "{\"metadata\":{\"name\":\"robot\"}}");
        String token = "/api/v1/namespaces/default/serviceaccounts/robot/token";
        var answer = send("POST", token, "application/json", "{\"spec\":{\"expirationSeconds\":86401}}");

        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(HttpCalls.text(answer)).contains("\"expirationSeconds\":86400");
        assertThat(answer.headers().firstValue("Warning").orElse(""))
                .contains("requested expiration of 86401 seconds shortened to 86400 seconds");
    }

    private static void refusesNamespace(HttpResponse<byte[]> answer) {
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(HttpCalls.text(answer))
                .contains("the namespace of the provided object does not match the namespace sent on the request");
    }
}
