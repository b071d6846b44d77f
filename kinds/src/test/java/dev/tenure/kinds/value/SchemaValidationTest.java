package dev.tenure.kinds.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaValidationTest {
    private static final int MANY = 200_000;

    private static List<String> faults(JsonNode value, String schema) {
        ObjectNode read = Json.readObject(schema.getBytes(StandardCharsets.UTF_8));
        var errors = new FieldErrors();
        SchemaValidation.validate(value, read, Path.ROOT, errors);
        return errors.list().stream().map(FieldError::text).toList();
    }

    @Test
    void whatSeveralAlternativesSayIsToldOnceAndInOrder() {
        ObjectNode value = Json.object().put("b", 1).put("a", 2);
        String wrong = "{\"properties\": {\"a\": {\"type\": \"string\"}, \"b\": {\"type\": \"string\"}}}";
        assertThat(faults(value, "{\"allOf\": [%s, %s]}".formatted(wrong, wrong)))
                .containsExactly(
                        "a: Invalid value: \"integer\": a in body must be of type string: \"integer\"",
                        "b: Invalid value: \"integer\": b in body must be of type string: \"integer\"",
                        "<nil>: Invalid value: \"\": \"\" must validate all the schemas (allOf). None validated");
    }

    @Test
    void aMapThatIsNoneOfWhatIsAllowedIsShownInTheOrderOfItsLetters() {
        ObjectNode inner = Json.object().put("b", "x");
        inner.set("a", Json.array().add(Json.object().put("z", 1).put("c", 2)));
        assertThat(faults(Json.object().set("k", inner), "{\"properties\": {\"k\": {\"enum\": [\"a\"]}}}"))
                .containsExactly(
                        "k: Unsupported value: {\"a\":[{\"c\":2,\"z\":1}],\"b\":\"x\"}: supported values: \"a\"");
    }

    /// Held each against each, what is wrong with these would keep a processor for minutes.
    @Test
    void ofVeryManyWrongElementsTheFirstAreToldOnceEach() {
        ArrayNode list = Json.array();
        for (int i = 0; i < MANY; i++) {
            list.add(i);
        }
        assertThat(faults(
                        Json.object().set("list", list),
                        "{\"properties\": {\"list\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}}}}"))
                .hasSize(10_000)
                .doesNotHaveDuplicates();
    }
}
