package dev.tenure.controllers.clusterroleaggregation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AggregatingRolesTest {
    private final AggregatingRoles roles = new AggregatingRoles();

    private static ObjectNode role(String json) {
        return Json.readObject(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode selecting(String value) {
        return role("{'aggregationRule': {'clusterRoleSelectors': [{'matchLabels': {'to': '%s'}}]}}".formatted(value));
    }

    /// A change costs a look at the few roles that are made of others, not at all of them.
    @Test
    void aRoleThatNobodySelectsConcernsNobodyHoweverManyThereAre() {
        roles.put("admin", selecting("admin"), Map.of());
        roles.put("edit", selecting("edit"), Map.of());
        for (int i = 0; i < 1_000; i++) {
            roles.put("role-" + i, role("{'rules': []}"), Map.of("to", i == 7 ? "edit" : "nobody"));
        }
        assertThat(roles.selecting(Map.of())).isEmpty();
        assertThat(roles.selecting(Map.of("to", "edit"))).containsExactly("edit");
        assertThat(roles.parts("edit")).as("nobody else is looked at").containsExactly("role-7");
        assertThat(roles.contains("edit")).isTrue();
        assertThat(roles.contains("role-1")).isFalse();
    }

    @Test
    void oneSelectorOfSeveralIsEnough() {
        roles.put("sum", role("""
                {'aggregationRule': {'clusterRoleSelectors': [
                  {'matchLabels': {'a': 'x'}}, {'matchLabels': {'b': 'x'}}]}}"""), Map.of());
        assertThat(roles.selecting(Map.of("b", "x"))).containsExactly("sum");
    }

    @Test
    void aRoleThatIsMadeOfOthersNoMoreSelectsNobody() {
        roles.put("sum", selecting("x"), Map.of());
        roles.put("sum", role("{'rules': []}"), Map.of());
        assertThat(roles.selecting(Map.of("to", "x"))).isEmpty();
        roles.put("sum", selecting("x"), Map.of());
        roles.remove("sum");
        assertThat(roles.selecting(Map.of("to", "x"))).isEmpty();
    }

    @Test
    void whoASumIsMadeOfFollowsLabelsAndSelectors() {
        roles.put("b", role("{'rules': []}"), Map.of("to", "x"));
        roles.put("sum", selecting("x"), Map.of());
        roles.put("a", role("{'rules': []}"), Map.of("to", "x"));
        assertThat(roles.parts("sum")).containsExactly("a", "b");
        roles.put("a", role("{'rules': []}"), Map.of("to", "y"));
        assertThat(roles.parts("sum")).containsExactly("b");
        roles.put("sum", selecting("y"), Map.of());
        assertThat(roles.parts("sum")).containsExactly("a");
        roles.remove("a");
        assertThat(roles.parts("sum")).isEmpty();
        assertThat(roles.parts("b")).as("made of nobody").isEmpty();
    }
}
