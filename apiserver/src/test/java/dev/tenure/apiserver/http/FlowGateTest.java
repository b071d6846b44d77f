package dev.tenure.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.apiserver.authz.Attributes;
import dev.tenure.apiserver.flowcontrol.FlowPlan;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Caller;
import dev.tenure.runtime.loop.Published;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class FlowGateTest {
    private static final Target PODS = new Target("", "v1", "pods", "default", "", "");

    private final PrometheusRegistry metrics = new PrometheusRegistry();
    private final Published<FlowPlan> flows = new Published<>(plan(1, ""));
    private final FlowGate gate = new FlowGate(flows, new InFlightLimits(2, 1), new SystemTime(), metrics);

    /// Everybody is on the last level, where nobody waits, but for members of two groups.
    ///
    /// @param own the user of a schema and a level of his own; empty for none
    private static FlowPlan plan(long number, String own) {
        var levels = new ArrayList<JsonNode>();
        levels.add(level("exempt", "{'type': 'Exempt', 'exempt': {}}"));
        levels.add(level("catch-all", limited(5)));
        levels.add(level("system", limited(30)));
        var schemas = new ArrayList<JsonNode>();
        schemas.add(schema("exempt", 1, "{'kind': 'Group', 'group': {'name': 'system:masters'}}"));
        schemas.add(schema("system", 2, "{'kind': 'Group', 'group': {'name': 'system:nodes'}}"));
        schemas.add(schema("catch-all", 10_000, "{'kind': 'Group', 'group': {'name': '*'}}"));
        if (!own.isEmpty()) {
            levels.add(level("own", limited(1000)));
            schemas.add(schema("own", 3, "{'kind': 'User', 'user': {'name': '%s'}}".formatted(own)));
        }
        return new FlowPlan(number, levels, schemas);
    }

    private static JsonNode json(String text) {
        return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static String limited(int shares) {
        return "{'type': 'Limited', 'limited': {'nominalConcurrencyShares': %d, 'limitResponse': {'type': 'Reject'}}}"
                .formatted(shares);
    }

    private static JsonNode level(String name, String spec) {
        return json("{'metadata': {'name': '%s', 'uid': 'level %s'}, 'spec': %s}".formatted(name, name, spec));
    }

    private static JsonNode schema(String name, int precedence, String subject) {
        return json("""
                {'metadata': {'name': '%s', 'uid': 'schema %s'}, 'spec': {'matchingPrecedence': %d,
                 'priorityLevelConfiguration': {'name': '%s'}, 'rules': [{'subjects': [%s], 'resourceRules': [{
                 'verbs': ['*'], 'apiGroups': ['*'], 'resources': ['*'], 'namespaces': ['*']}]}]}}""".formatted(name, name, precedence, name, subject));
    }

    private Runnable enter(String method, Attributes request, Optional<Target> known) {
        return gate.enter(method, request, known, _ -> {}).leave();
    }

    private static Attributes asked(String user, String... groups) {
        return Attributes.ofResource(new Caller(user, "", List.of(groups), Map.of(), "test"), "create", PODS);
    }

    @Test
    void whoFindsNoSeatIsAskedToComeAgainInASecond() throws IOException {
        // nobody waits on the last level, which is that of callers without any group
        Attributes nobody = asked("nobody");
        var taken = new ArrayList<Runnable>();
        assertThatThrownBy(() -> {
                    while (true) {
                        taken.add(enter("POST", nobody, Optional.of(PODS)));
                    }
                })
                .isInstanceOfSatisfying(RefusedException.class, refused -> {
                    assertThat(refused.status().code()).isEqualTo(429);
                    assertThat(refused.status().details().orElseThrow().retryAfterSeconds())
                            .isEqualTo(1);
                });
        assertThat(text())
                .containsPattern("apiserver_request_terminations_total\\{code=\"429\".*resource=\"pods\"")
                .contains("rejected_requests_total{flow_schema=\"catch-all\",priority_level=\"catch-all\","
                        + "reason=\"concurrency-limit\"} 1.0")
                .contains("apiserver_current_inflight_requests{request_kind=\"mutating\"} " + taken.size() + ".0");
        enter("POST", asked("system:node:a", "system:nodes", "system:authenticated"), Optional.of(PODS))
                .run();
        enter("POST", asked("admin", "system:masters"), Optional.of(PODS)).run();
        taken.forEach(Runnable::run);
        taken.forEach(Runnable::run);
        assertThat(text())
                .as("a seat is left once")
                .contains("apiserver_current_inflight_requests{request_kind=\"mutating\"} 0.0");
        enter("POST", nobody, Optional.of(PODS)).run();
    }

    @Test
    void unknownMethodsHaveOneLabel() throws IOException {
        Attributes nobody = asked("nobody");
        for (int i = 0; i < 100; i++) {
            try {
                enter("M" + i, nobody, Optional.empty());
            } catch (RefusedException refused) {
                assertThat(refused.status().code()).isEqualTo(429);
            }
        }
        assertThat(text().lines().filter(line -> line.startsWith("apiserver_request_terminations_total{")))
                .hasSize(1)
                .allMatch(line -> line.contains("verb=\"OTHER\""));
    }

    @Test
    void aNewPlanCountsFromTheNextRequestOn() throws IOException {
        var places = new ArrayList<String>();
        Consumer<FlowPlan.Place> noted =
                place -> places.add(place.schema().uid() + ", " + place.level().uid());
        Runnable before =
                gate.enter("POST", asked("ann"), Optional.of(PODS), noted).leave();
        flows.publish(plan(2, "ann"));
        Runnable there =
                gate.enter("POST", asked("ann"), Optional.of(PODS), noted).leave();
        assertThat(text())
                .contains("current_executing_requests{flow_schema=\"own\",priority_level=\"own\"} 1.0")
                .contains("current_executing_seats{flow_schema=\"own\",priority_level=\"own\"} 1.0")
                .contains("current_inqueue_requests{flow_schema=\"own\",priority_level=\"own\"} 0.0")
                .contains("upper_limit_seats{priority_level=\"own\"} 6.0")
                .contains("nominal_limit_seats{priority_level=\"own\"} 3.0");
        flows.publish(plan(3, ""));
        assertThat(text()).doesNotContain("nominal_limit_seats{priority_level=\"own\"}");
        there.run();
        before.run();
        assertThat(text()).contains("current_executing_requests{flow_schema=\"own\",priority_level=\"own\"} 0.0");
        gate.enter("POST", asked("ann"), Optional.of(PODS), noted).leave().run();
        assertThat(places)
                .containsExactly("schema catch-all, level catch-all", "schema own, level own", places.getFirst());
    }

    private String text() throws IOException {
        var bytes = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.builder().build().write(bytes, metrics.scrape());
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
