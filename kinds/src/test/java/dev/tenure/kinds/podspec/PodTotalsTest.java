package dev.tenure.kinds.podspec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import org.junit.jupiter.api.Test;

class PodTotalsTest {
    private static final int MANY = 50_000;

    /// Had the amounts of the pod been put in order anew for each, this would take minutes.
    @Test
    void containersAskForNoMoreThanTheirPodHoweverManyResourcesThereAre() {
        ObjectNode spec = Json.object();
        ObjectNode whole = spec.putObject("resources").putObject("requests");
        ObjectNode own =
                spec.putArray("containers").addObject().putObject("resources").putObject("requests");
        for (int i = 0; i < MANY; i++) {
            whole.put("r" + i, "1");
            own.put("r" + i, i == 7 ? "2" : "1");
        }
        var errors = new FieldErrors();
        Field root = Field.root(spec, errors);
        PodTotals.check(root, root.at("resources"));
        assertThat(errors.list())
                .extracting(FieldError::text)
                .containsExactly("resources.requests[r7]: Invalid value: \"1\": must be greater than or equal to"
                        + " aggregate container requests of 2");
    }
}
