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

    /// Each change of any role had all that are made of others worked out anew.
    @Test
    void aRoleThatNobodySelectsConcernsNobodyHoweverManyThereAre() {
        roles.put("admin", selecting("admin"));
        roles.put("edit", selecting("edit"));
        for (int i = 0; i < 1_000; i++) {
            roles.put("role-" + i, role("{'rules': []}"));
        }
        assertThat(roles.selecting(Map.of())).isEmpty();
        assertThat(roles.selecting(Map.of("to", "edit"))).containsExactly("edit");
        assertThat(roles.contains("edit")).isTrue();
        assertThat(roles.contains("role-1")).isFalse();
    }

    @Test
    void oneSelectorOfSeveralIsEnough() {
        roles.put("sum", role("""
                {'aggregationRule': {'clusterRoleSelectors': [
                  {'matchLabels': {'a': 'x'}}, {'matchLabels': {'b': 'x'}}]}}"""));
        assertThat(roles.selecting(Map.of("b", "x"))).containsExactly("sum");
    }

    @Test
    void aRoleThatIsMadeOfOthersNoMoreSelectsNobody() {
        roles.put("sum", selecting("x"));
        roles.put("sum", role("{'rules': []}"));
        assertThat(roles.selecting(Map.of("to", "x"))).isEmpty();
        roles.put("sum", selecting("x"));
        roles.remove("sum");
        assertThat(roles.selecting(Map.of("to", "x"))).isEmpty();
    }
}
