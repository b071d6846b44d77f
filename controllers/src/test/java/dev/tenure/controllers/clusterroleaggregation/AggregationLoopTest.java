package dev.tenure.controllers.clusterroleaggregation;

import static dev.tenure.testkit.cluster.MemoryApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class AggregationLoopTest {
    private static final ResourceType ROLES =
            new ResourceType("rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole", Scope.CLUSTER);
    private static final String SUM = """
            kind: ClusterRole
            metadata: {name: sum}
            aggregationRule: {clusterRoleSelectors: [{matchLabels: {to: sum}}]}
            rules: []
            """;

    private final LoopStage stage = new LoopStage(ROLES);
    private final AggregationLoop loop = new AggregationLoop(stage.context());

    private static String part(String name, String to, String verb) {
        return """
                kind: ClusterRole
                metadata: {name: %s, labels: {to: %s}}
                rules: [{verbs: [%s]}]
                """.formatted(name, to, verb);
    }

    private String rules() {
        return stage.the(ROLES, "", "sum").path("rules").toString();
    }

    @Test
    void aRoleHasTheRulesOfThoseThatItSelects() {
        stage.put(ROLES, SUM);
        stage.put(ROLES, part("a", "sum", "get"));
        stage.put(ROLES, part("b", "other", "list"));
        stage.begin(loop::start);
        assertThat(rules()).isEqualTo("[{\"verbs\":[\"get\"]}]");
        assertThat(stage.writes()).containsExactly("patch clusterroles sum");
    }

    @Test
    void whatIsAsItShouldBeIsNotWritten() {
        stage.put(ROLES, SUM);
        stage.put(ROLES, part("a", "sum", "get"));
        stage.begin(loop::start);
        stage.writes();
        stage.put(ROLES, part("a", "sum", "get"));
        stage.put(ROLES, part("b", "other", "list"));
        assertThat(stage.writes()).isEmpty();
    }

    @Test
    void aPartThatChangesComesOrGoesIsNoticed() {
        stage.put(ROLES, SUM);
        stage.begin(loop::start);
        stage.put(ROLES, part("a", "sum", "get"));
        assertThat(rules()).contains("get");
        stage.put(ROLES, part("a", "sum", "watch"));
        assertThat(rules()).contains("watch").doesNotContain("get");
        stage.put(ROLES, part("b", "sum", "list"));
        assertThat(rules()).contains("watch").contains("list");
        stage.put(ROLES, part("b", "other", "list"));
        assertThat(rules()).as("selected no more").doesNotContain("list");
        stage.put(ROLES, part("b", "sum", "list"));
        stage.writes();
        stage.remove(ROLES, "", "b");
        assertThat(stage.writes()).containsExactly("patch clusterroles sum");
    }

    @Test
    void whatSomebodyWritesIntoTheRoleIsUndone() {
        stage.put(ROLES, part("a", "sum", "get"));
        stage.put(ROLES, SUM);
        stage.begin(loop::start);
        stage.put(ROLES, SUM);
        assertThat(rules()).contains("get");
    }

    @Test
    void aRefusedWriteIsTriedAgain() {
        stage.put(ROLES, part("a", "sum", "get"));
        stage.put(ROLES, SUM);
        stage.refuseWrites(ROLES, status(500, "InternalError"));
        stage.begin(loop::start);
        assertThat(rules()).isEqualTo("[]");
        stage.refuseNothing();
        stage.advance(Duration.ofSeconds(1));
        assertThat(rules()).contains("get");
    }
}
