package dev.tenure.kinds.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.flowcontrol.FlowSchema;
import dev.tenure.apiserver.flowcontrol.PriorityLevel;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.wire.json.ObjectNode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The objects tell what the server really does.
class FlowObjectsTest {
    private static List<ObjectNode> objects(boolean schemas) {
        return FlowObjects.all().stream()
                .filter(object -> FlowObjects.isSchema(object) == schemas)
                .toList();
    }

    private static String name(ObjectNode object) {
        return object.at("/metadata/name").asText();
    }

    @Test
    void schemasAreThoseThatRequestsAreSortedByInTheirOrder() {
        List<ObjectNode> inOrder = objects(true).stream()
                .sorted(Comparator.<ObjectNode>comparingInt(
                                schema -> schema.at("/spec/matchingPrecedence").asInt())
                        .thenComparing(FlowObjectsTest::name))
                .toList();
        assertThat(inOrder)
                .extracting(schema -> name(schema) + " "
                        + schema.at("/spec/priorityLevelConfiguration/name").asText())
                .containsExactlyElementsOf(Arrays.stream(FlowSchema.values())
                        .map(schema -> schema.label() + " " + schema.level().label())
                        .toList());
    }

    @Test
    void levelsHaveTheSharesThatTheServerGivesThem() {
        Map<String, ObjectNode> levels =
                objects(false).stream().collect(Collectors.toMap(FlowObjectsTest::name, level -> level));
        int shares = levels.values().stream()
                .mapToInt(level ->
                        level.at("/spec/limited/nominalConcurrencyShares").asInt(0))
                .sum();
        assertThat(levels.keySet())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(PriorityLevel.values())
                        .map(PriorityLevel::label)
                        .toList());
        for (PriorityLevel level : PriorityLevel.values()) {
            int own = Objects.requireNonNull(levels.get(level.label()))
                    .at("/spec/limited/nominalConcurrencyShares")
                    .asInt(0);
            // as many seats as there are shares: each level has its own number, and one at least
            assertThat(level.size(shares).seats()).as(level.label()).isEqualTo(Math.max(1, own));
        }
    }

    @Test
    void allAreValid() {
        for (ObjectNode object : FlowObjects.all()) {
            var errors = new FieldErrors();
            if (FlowObjects.isSchema(object)) {
                new FlowSchemaStrategy().validate(object, errors);
            } else {
                new PriorityLevelConfigurationStrategy().validate(object, errors);
            }
            assertThat(errors.list()).as(name(object)).isEmpty();
        }
    }
}
