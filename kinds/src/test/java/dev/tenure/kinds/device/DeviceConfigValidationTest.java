package dev.tenure.kinds.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;

class DeviceConfigValidationTest {
    /// Looked for in one another, these lists would keep a processor for minutes.
    @Test
    void bothListsOfConditionsAreLookedAtOnceHoweverLongTheyAre() {
        ObjectNode device = Json.object();
        ArrayNode conditions = device.putArray("bindingConditions");
        ArrayNode failures = device.putArray("bindingFailureConditions");
        for (int i = 0; i < 50_000; i++) {
            conditions.add("a" + i);
            failures.add(i == 7 ? "a7" : "b" + i);
        }
        var errors = new FieldErrors();
        DeviceConfigValidation.bindingConditions(Field.root(device, errors));
        assertThat(errors.list())
                .extracting(FieldError::text)
                .contains(
                        "bindingFailureConditions[7]: Invalid value: \"a7\": bindingFailureConditions must not overlap"
                                + " with bindingConditions");
    }
}
