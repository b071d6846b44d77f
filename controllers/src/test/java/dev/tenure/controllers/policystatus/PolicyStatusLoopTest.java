package dev.tenure.controllers.policystatus;

import static dev.tenure.controllers.policystatus.PolicyStatusLoop.POLICIES;
import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.client.informer.DefinedTypes;
import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PolicyStatusLoopTest {
    private static final String WRITE = "patch validatingadmissionpolicies p/status";
    private final LoopStage stage = new LoopStage(POLICIES, DefinedTypes.DEFINITIONS);
    private final PolicyStatusLoop loop = new PolicyStatusLoop(stage.context(), PolicyStatusLoopTest::check);

    /// Warns of each expression `bad`, with the number of definitions that are known.
    private static ArrayNode check(JsonNode spec, List<? extends JsonNode> definitions) {
        var warnings = Json.array();
        if (spec.path("expression").asText().equals("bad")) {
            warnings.addObject().put("warning", "definitions: " + definitions.size());
        }
        return warnings;
    }

    private void policy(long generation, long observed, String expression) {
        stage.put(POLICIES, """
                kind: ValidatingAdmissionPolicy
                metadata: {name: p, generation: %d}
                spec: {expression: %s}
                status: {observedGeneration: %d}
                """.formatted(generation, expression, observed));
    }

    private JsonNode result() {
        return stage.the(POLICIES, "", "p").path("status");
    }

    @Test
    void eachSpecIsCheckedOnce() {
        policy(1, 0, "good");
        stage.begin(loop::start);
        assertThat(stage.writes()).containsExactly(WRITE);
        assertThat(result().path("observedGeneration").asInt()).isEqualTo(1);
        assertThat(result().path("typeChecking").isEmpty()).isTrue();
        policy(2, 1, "bad");
        assertThat(stage.writes()).containsExactly(WRITE);
        assertThat(result().path("observedGeneration").asInt()).isEqualTo(2);
        policy(2, 2, "bad");
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void kindsAreKnownBeforePoliciesAreJudged() {
        for (String name : List.of("a", "b", "c")) {
            stage.put(
                    DefinedTypes.DEFINITIONS, "{kind: CustomResourceDefinition, metadata: {name: %s}}".formatted(name));
        }
        policy(1, 0, "bad");
        stage.begin(loop::start);
        assertThat(result().at("/typeChecking/expressionWarnings/0/warning").asText())
                .isEqualTo("definitions: 3");
        stage.remove(DefinedTypes.DEFINITIONS, "", "b");
        policy(2, 1, "bad");
        assertThat(result().at("/typeChecking/expressionWarnings/0/warning").asText())
                .isEqualTo("definitions: 2");
    }

    @Test
    void aRefusedWriteIsTriedAgainAndOneOfAPolicyThatIsGoneIsNot() {
        policy(1, 0, "good");
        stage.refuseWrites(POLICIES, status(500, "InternalError"));
        stage.begin(loop::start);
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(result().path("observedGeneration").asInt()).isEqualTo(1);
        stage.refuseWrites(POLICIES, status(500, "InternalError"));
        policy(2, 1, "good");
        stage.remove(POLICIES, "", "p");
        stage.writes();
        stage.advance(Duration.ofMinutes(1));
        assertThat(stage.writes()).isEmpty();
    }
}
