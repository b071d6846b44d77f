package dev.tenure.sim.controllers.tainteviction;

import static dev.tenure.sim.stage.StageManifests.tolerating;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.sim.stage.Stage;
import dev.tenure.sim.stage.StageManifests;
import dev.tenure.sim.world.PlayedKinds;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Policies that choose taints by expressions.
final class ChosenByExpressionTest {
    private static final String TOLERATE = ", 'tolerate': true";
    private static final String LARGE = "{'expression': 'int(taint.value) > 950'}";

    private static Stage stage() {
        Stage stage = Stage.of(Semantics.DOCUMENTED).node("n");
        return stage.create(DefinedTypes.DEFINITIONS, PlayedKinds.policies()).at(60);
    }

    private static ObjectNode policy(String spec) {
        return StageManifests.json("""
                {'apiVersion': 'tenure.dev/v1alpha1', 'kind': 'TaintEvictionPolicy', 'metadata': {'name': 'p'},
                 'spec': {%s}}
                """.formatted(spec));
    }

    private static Stage with(String spec) {
        return stage().create(PolicyTypes.POLICIES, policy(spec)).pod("a").begin();
    }

    private static JsonNode status(Stage stage) {
        return Json.readObject(
                        stage.find(PolicyTypes.POLICIES, "p").orElseThrow().json())
                .path("status");
    }

    /// Status and message of what is told of expressions.
    private static String told(Stage stage) {
        JsonNode condition = status(stage).at("/conditions/1");
        assertThat(condition.path("type").asText()).isEqualTo("ExpressionsValid");
        return condition.path("status").asText() + ": "
                + condition.path("message").asText();
    }

    @Test
    void itIsAboutTheTaintsOfWhichItIsTrue() {
        Stage stage = with("'taints': [{'expression': 'taint.key.endsWith(\\\".example.com/hold\\\")'}]" + TOLERATE);
        stage.taints("a.example.com/hold:NoExecute", "b.example.com/hold=x:NoExecute")
                .at(100);
        assertThat(stage.left("a")).isEmpty();
        assertThat(told(stage)).isEqualTo("True: ");
        stage.taints("a.example.com/go:NoExecute").at(110);
        assertThat(stage.left("a")).isPresent();
        assertThat(stage.events("ExpressionFails")).isEmpty();
    }

    @Test
    void itCountsBesideTheKeyAndAsAnException() {
        Stage stage = with(
                "'taints': [{'key': 'sla', 'operator': 'Exists', 'expression': 'int(taint.value) > 950'}], 'exceptTaints':"
                        + " [{'expression': 'taint.value.endsWith(\\\"7\\\")'}]"
                        + TOLERATE);
        stage.taints("sla=960:NoExecute").at(100);
        assertThat(stage.left("a")).isEmpty();
        stage.taints("sla=967:NoExecute").at(110);
        assertThat(stage.left("a")).isPresent();
    }

    @Test
    void anEntryThatFailsOnATaintIsNotThereForIt() {
        Stage stage = with("'taints': [%s, {'key': 'other', 'operator': 'Exists'}]%s".formatted(LARGE, TOLERATE));
        stage.taints("sla=960:NoExecute").at(50);
        assertThat(told(stage)).isEqualTo("True: ");
        stage.taints("sla=960:NoExecute", "other=x:NoExecute").at(100);
        assertThat(stage.left("a")).isEmpty();
        String failed = "expression \"int(taint.value) > 950\" fails on other=x:NoExecute: ";
        assertThat(told(stage)).startsWith("False: " + failed);
        assertThat(stage.events("ExpressionFails")).singleElement().asString().contains(failed);
        stage.taints("sla=960:NoExecute").at(110);
        assertThat(told(stage)).isEqualTo("True: ");
        stage.taints("sla=gold:NoExecute").at(120);
        assertThat(stage.left("a")).isPresent();
    }

    @Test
    void whatDoesNotCompileIsToldAtOnceAndNotThere() {
        Stage stage = with("'taints': [{'expression': 'taint.kye == \\\"k\\\"'}], 'paused': true");
        stage.at(3);
        String fault =
                "expression \"taint.kye == \"k\"\": compilation failed: ERROR: <input>:1:6: undefined field 'kye'";
        assertThat(told(stage)).isEqualTo("False: " + fault);
        assertThat(stage.events("ExpressionFails")).containsExactly("ExpressionFails: " + fault);
        stage.taints("k:NoExecute").at(10);
        assertThat(stage.left("a")).isPresent();
        stage.patch(PolicyTypes.POLICIES, "p", "{'spec': {'taints': [{'expression': 'taint.key == \\\"k\\\"'}]}}")
                .pod("b")
                .at(20);
        assertThat(told(stage)).isEqualTo("True: ");
        assertThat(stage.left("b")).isEmpty();
        assertThat(status(stage).path("held").asInt()).isEqualTo(1);
    }

    /// Else a typing error in an exception would empty nodes.
    @Test
    void anExceptionThatFailsMakesNobodyLeave() {
        Stage stage = with(
                "'taints': [{'operator': 'Exists'}], 'exceptTaints': [%s], 'alsoEvictFor': ['NoSchedule'], 'spare': []"
                        .formatted(LARGE));
        stage.taints("k=x:NoSchedule").at(30);
        assertThat(stage.left("a")).isEmpty();
        assertThat(told(stage)).startsWith("False: ");
        stage.taints("k=1:NoSchedule").at(60);
        assertThat(stage.left("a")).isPresent();
    }

    @Test
    void anExceptionThatFailsMakesNoStayShorter() {
        Stage stage = stage().create(
                        PolicyTypes.POLICIES,
                        policy("'taints': [{'operator': 'Exists'}], 'exceptTaints': [%s], 'maxStaySeconds': 10"
                                .formatted(LARGE)))
                .pod("a", tolerating("k", 100))
                .pod("b", "{'key': 'k', 'operator': 'Exists'}", tolerating("other", 100))
                .begin();
        stage.taints("k=x:NoExecute").at(90);
        assertThat(stage.left("a")).isEmpty();
        assertThat(stage.at(110).left("a"))
                .hasValueSatisfying(second -> assertThat(second).isBetween(99.0, 102.0));
        stage.taints("other=1:NoExecute").at(130);
        assertThat(stage.left("b")).isPresent();
    }

    @Test
    void afterARestartItIsTheSame() {
        Stage stage = with("'taints': [%s]%s, 'tolerateSeconds': 60".formatted(LARGE, TOLERATE));
        stage.taints("sla=960:NoExecute").at(30);
        stage.cluster().restartControllers();
        stage.at(50);
        assertThat(stage.left("a")).isEmpty();
        assertThat(stage.at(70).left("a"))
                .hasValueSatisfying(second -> assertThat(second).isBetween(59.0, 62.0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'expression': 'true' | true",
                "'operator': 'Exists', 'expression': 'true' | true",
                "'key': 'a/*', 'operator': 'Exists', 'expression': 'true' | true",
                "'key': 'a', 'value': 'b', 'expression': 'true' | true",
                "'value': 'b', 'expression': 'true' | false",
                "'key': 'a', 'operator': 'Exists', 'value': 'b', 'expression': 'true' | false",
                "'expression': '' | false",
                "'expression': 1 | false",
                "'value': '' | false"
            })
    void whatMeansNothingIsRefused(String entry, boolean taken) {
        ApiReply reply = stage().client()
                .create(PolicyTypes.POLICIES, "", Document.of(policy("'taints': [{%s}]".formatted(entry))));
        assertThat(reply instanceof ApiReply.One).isEqualTo(taken);
    }

    @Test
    void anExpressionIsBounded() {
        for (int length : List.of(1_024, 1_025)) {
            String entry = "{'expression': '%s'}".formatted("x".repeat(length));
            ApiReply reply = stage().client()
                    .create(PolicyTypes.POLICIES, "", Document.of(policy("'taints': [%s]".formatted(entry))));
            assertThat(reply instanceof ApiReply.One).isEqualTo(length == 1_024);
        }
    }
}
