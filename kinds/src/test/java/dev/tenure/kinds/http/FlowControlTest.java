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
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// FlowSchemas and PriorityLevelConfigurations that users make, change and delete count at once.
@Timeout(60)
class FlowControlTest {
    private static final String GROUP = "/apis/flowcontrol.apiserver.k8s.io/v1/";
    private static final String SCHEMAS = GROUP + "flowschemas";
    private static final String LEVELS = GROUP + "prioritylevelconfigurations";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private final RunningServer server = new RunningServer().listening(InFlightLimits.standard(), List.of("ann"));
    private final HttpCalls calls = new HttpCalls(server);

    @AfterEach
    void stop() {
        calls.close();
        server.close();
    }

    private HttpResponse<byte[]> send(String user, String method, String path, String type, String body) {
        try {
            return calls.send(
                    user,
                    method,
                    path,
                    Map.of("Content-Type", "application/" + type),
                    body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private String create(String path, String object) {
        HttpResponse<byte[]> made = send("admin", "POST", path, "json", object);
        assertThat(made.statusCode()).as(HttpCalls.text(made)).isEqualTo(201);
        return Json.read(made.body()).at("/metadata/uid").asText();
    }

    private String uid(String path) {
        JsonNode object = Json.read(send("admin", "GET", path, "json", "").body());
        return object.at("/metadata/uid").asText();
    }

    /// What an answer to a request of ann's says that it was sorted as.
    private List<String> sorted() {
        HttpResponse<byte[]> answer = send("ann", "GET", MAPS, "json", "");
        return List.of(
                answer.headers().firstValue("X-Kubernetes-PF-FlowSchema-UID").orElse("none"),
                answer.headers().firstValue("X-Kubernetes-PF-PriorityLevel-UID").orElse("none"));
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aSchemaCountsWithItsLevelUntilOneOfThemIsDeleted() {
        List<String> usual = List.of(uid(SCHEMAS + "/global-default"), uid(LEVELS + "/global-default"));
        assertThat(sorted()).isEqualTo(usual);
        String schema = create(SCHEMAS, """
                {'metadata': {'name': 'mine'}, 'spec': {'priorityLevelConfiguration': {'name': 'own'},
                 'matchingPrecedence': 500, 'rules': [{'subjects': [{'kind': 'User', 'user': {'name': 'ann'}}],
                 'resourceRules': [{'verbs': ['*'], 'apiGroups': [''], 'resources': ['configmaps'],
                 'namespaces': ['default']}]}]}}""");
        assertThat(sorted()).as("its level is missing").isEqualTo(usual);
        String level = create(LEVELS, """
                {'metadata': {'name': 'own'}, 'spec': {'type': 'Limited', 'limited': {'nominalConcurrencyShares': 1,
                 'limitResponse': {'type': 'Reject'}}}}""");
        await(() -> sorted().equals(List.of(schema, level)));
        assertThat(send("admin", "GET", "/metrics", "json", "").body())
                .asString(StandardCharsets.UTF_8)
                .contains("apiserver_flowcontrol_nominal_limit_seats{priority_level=\"own\"}")
                .contains("dispatched_requests_total{flow_schema=\"mine\",priority_level=\"own\"}");
        send("admin", "DELETE", LEVELS + "/own", "json", "");
        await(() -> sorted().equals(usual));
        String again = create(LEVELS, """
                {'metadata': {'name': 'own'}, 'spec': {'type': 'Limited', 'limited': {'nominalConcurrencyShares': 1,
                 'limitResponse': {'type': 'Reject'}}}}""");
        await(() -> sorted().equals(List.of(schema, again)));
        send("admin", "DELETE", SCHEMAS + "/mine", "json", "");
        await(() -> sorted().equals(usual));
    }

    @Test
    void whoIsRefusedLearnsWhatHeWasSortedAsToo() {
        HttpResponse<byte[]> refused = send("alice", "GET", MAPS, "json", "");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.headers().firstValue("X-Kubernetes-PF-FlowSchema-UID"))
                .contains(uid(SCHEMAS + "/global-default"));
        assertThat(send("ann", "GET", "/apis/none/v1/x", "json", "").headers().map())
                .containsKey("X-Kubernetes-PF-PriorityLevel-UID".toLowerCase(Locale.ROOT));
    }
}
