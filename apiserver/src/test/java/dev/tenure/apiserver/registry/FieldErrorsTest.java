package dev.tenure.apiserver.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.meta.ObjectMetaValidation;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.Status;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldErrorsTest {
    private static final int MANY = 30_000;

    private static List<Status.Cause> causes(Status status) {
        return status.details().orElseThrow().causes();
    }

    @Test
    void whatIsWrongIsToldAsOneTextAndAsCauses() {
        var errors = new FieldErrors();
        errors.required("a", "");
        errors.required("b", "");
        errors.required("a", "");
        Status status = errors.status(ResourceTypes.PODS, "p");
        assertThat(status.message()).isEqualTo("Pod \"p\" is invalid: [a: Required value, b: Required value]");
        assertThat(causes(status)).hasSize(3);
    }

    @Test
    void ofVeryManyFaultsTheFirstAreToldAndTheOthersCounted() {
        var errors = new FieldErrors();
        for (int i = 0; i < MANY; i++) {
            errors.required("f" + i, "");
        }
        assertThat(errors.size()).isEqualTo(MANY);
        assertThat(errors.list()).hasSize(10_000);
        Status status = errors.status(ResourceTypes.PODS, "p");
        assertThat(status.message()).endsWith(", f9999: Required value, and 20000 more]");
        assertThat(causes(status)).hasSize(10_001).last().isEqualTo(new Status.Cause("", "and 20000 more", ""));
        var all = new FieldErrors();
        all.required("first", "");
        all.addAll(errors);
        assertThat(all.size()).isEqualTo(MANY + 1);
        assertThat(all.list()).hasSize(10_000);
    }

    @Test
    void aTextThatIsTooLongForAnAnswerIsCutBetweenFaults() {
        var errors = new FieldErrors();
        String large = "x".repeat(3 << 20);
        for (int i = 0; i < 5; i++) {
            errors.invalid("f" + i, large, "is wrong");
        }
        Status status = errors.status(ResourceTypes.PODS, "p");
        assertThat(status.message()).endsWith("is wrong, and 3 more]").hasSizeLessThan(8 << 20);
        assertThat(causes(status)).hasSize(3);
        var one = new FieldErrors();
        one.invalid("f", "x".repeat(9 << 20), "is wrong");
        assertThat(causes(one.status(ResourceTypes.PODS, "p"))).hasSize(1);
    }

    /// Each fault shows all owners: told in full, these would be more than a memory holds.
    @Test
    void veryManyControllersOfOneObjectAreRefused() {
        ObjectNode object = Json.object();
        ArrayNode owners = object.putObject("metadata").put("name", "a").putArray("ownerReferences");
        for (int i = 0; i < MANY; i++) {
            owners.addObject()
                    .put("apiVersion", "v1")
                    .put("kind", "Node")
                    .put("name", "n" + i)
                    .put("uid", "u")
                    .put("controller", true);
        }
        var errors = new FieldErrors();
        ObjectMetaValidation.plain(Field.root(object, errors).at("metadata"), _ -> List.of());
        assertThat(errors.size()).isEqualTo(MANY - 1);
        assertThat(errors.status(ResourceTypes.PODS, "a").message())
                .hasSizeLessThan(12 << 20)
                .contains("Only one reference can have Controller set to true")
                .endsWith("more]");
    }
}
