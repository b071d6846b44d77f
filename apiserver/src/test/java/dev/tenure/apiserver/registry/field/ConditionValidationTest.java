package dev.tenure.apiserver.registry.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.meta.ConditionValidation;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionValidationTest {
    private static List<String> complaints(String type, String reason) {
        ObjectNode object = Json.object();
        object.putArray("conditions")
                .addObject()
                .put("type", type)
                .put("status", "True")
                .put("reason", reason)
                .put("lastTransitionTime", "2026-01-01T00:00:00Z");
        var errors = new FieldErrors();
        ConditionValidation.conditions(Field.root(object, errors).at("conditions"));
        return errors.list().stream().map(FieldError::text).toList();
    }

    @Test
    void anEmptyTypeIsANameThatIsWrong() {
        assertThat(complaints("", "Reason"))
                .hasSize(2)
                .anySatisfy(one -> assertThat(one).contains("conditions[0].type", "name part must be non-empty"))
                .anySatisfy(one -> assertThat(one).contains("conditions[0].type", "name part must consist of"));
    }

    @Test
    void aReasonCanBeWronglyMadeAndTooLong() {
        assertThat(complaints("Ready", "-".repeat(1025)))
                .hasSize(2)
                .anySatisfy(one -> assertThat(one).contains("conditions[0].reason", "must start with alphabetic"))
                .anySatisfy(one -> assertThat(one).contains("conditions[0].reason", "1024"));
        assertThat(complaints("Ready", "a".repeat(1024))).isEmpty();
    }
}
