package dev.tenure.kinds.podspec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadValidationTest {
    private static final int MANY = 50_000;

    private static List<String> faults(ObjectNode term) {
        var errors = new FieldErrors();
        SpreadValidation.matchKeys(Field.root(term, errors));
        return errors.list().stream().map(FieldError::text).toList();
    }

    private static ObjectNode term() {
        ObjectNode term = Json.object();
        term.putObject("labelSelector").putObject("matchLabels").put("app", "web");
        return term;
    }

    @Test
    void aKeyStandsInOneListOnly() {
        ObjectNode term = term();
        term.putArray("matchLabelKeys").add("a").add("b");
        term.putArray("mismatchLabelKeys").add("b").add("c");
        assertThat(faults(term))
                .containsExactly(
                        "matchLabelKeys[1]: Invalid value: \"b\": exists in both matchLabelKeys and mismatchLabelKeys");
    }

    /// The merge adds each key as an expression; one that was selected before is told of at its last place.
    @Test
    void aKeyIsNotSelectedTwice() {
        ObjectNode term = term();
        term.putArray("matchLabelKeys").add("app").add("app");
        term.withObjectProperty("labelSelector")
                .putArray("matchExpressions")
                .addObject()
                .put("key", "app");
        assertThat(faults(term))
                .containsExactly("[1]: Invalid value: \"app\": exists in both matchLabelKeys and labelSelector");
    }

    /// Looked for in one another, these lists would keep a processor for minutes.
    @Test
    void asManyKeysAsAPodCanHaveAreLookedAtOnce() {
        ObjectNode term = term();
        ArrayNode match = term.putArray("matchLabelKeys");
        ArrayNode mismatch = term.putArray("mismatchLabelKeys");
        ArrayNode expressions = term.withObjectProperty("labelSelector").putArray("matchExpressions");
        for (int i = 0; i < MANY; i++) {
            match.add("a" + i);
            mismatch.add("b" + i);
            expressions.addObject().put("key", "c" + i);
        }
        assertThat(faults(term)).isEmpty();
    }

    @Test
    void constraintsDifferInKeyOrAction() {
        var errors = new FieldErrors();
        ObjectNode spec = Json.object();
        ArrayNode constraints = spec.putArray("topologySpreadConstraints");
        for (int i = 0; i < MANY; i++) {
            constraint(constraints, "zone" + i, "DoNotSchedule");
        }
        constraint(constraints, "zone0", "ScheduleAnyway");
        constraint(constraints, "zone0", "DoNotSchedule");
        PodOptions options = PodOptions.fresh(false);
        SpreadValidation.constraints(Field.root(spec, errors).at("topologySpreadConstraints"), options);
        assertThat(errors.list())
                .extracting(FieldError::text)
                .containsExactly("topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value:"
                        + " \"{zone0, DoNotSchedule}\"");
    }

    private static void constraint(ArrayNode constraints, String key, String action) {
        constraints.addObject().put("maxSkew", 1).put("topologyKey", key).put("whenUnsatisfiable", action);
    }
}
