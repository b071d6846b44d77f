package dev.tenure.kinds.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.apiserver.registry.FieldError;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.field.Path;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a kube-apiserver 1.36 says of numbers whose bounds have no room in 64 bits, and of zero with a sign.
final class NumberValidationTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5    | "maximum":1e300                 | x in body should be less than or equal to -9223372036854775808
            5.5  | "maximum":1e300                 | fine
            -9223372036854775808 | "maximum":1e300 | fine
            9    | "maximum":9223372036854775807   | x in body should be less than or equal to -9223372036854775808
            5    | "minimum":1e19                  | fine
            5.5  | "minimum":1e19                  | x in body should be greater than or equal to 1e+19
            5    | "minimum":-1e300                | fine
            10   | "multipleOf":1e19               | factor MultipleOf declared for x must be positive: -9223372036854775808
            1.5  | "multipleOf":1e19               | x in body should be a multiple of 1e+19
            1e300 | "enum":[5,-9223372036854775808] | fine
            5.5  | "enum":[5,-9223372036854775808] | fine
            -0.0 | "minimum":0                     | fine
            -0.0 | "minimum":0,"exclusiveMinimum":true | x in body should be greater than 0
            -0.0 | "maximum":0,"exclusiveMaximum":true | x in body should be less than 0
            0    | "minimum":-0.0                  | fine
            """)
    void boundsWithoutRoomIn64BitsAndTheTwoZeros(String value, String bound, String wrong) {
        var errors = new FieldErrors();
        SchemaValidation.validate(
                json("{\"x\":" + value + "}"),
                json("{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"number\"," + bound + "}}}"),
                Path.ROOT,
                errors);

        List<String> expected = wrong.equals("fine") ? List.of() : List.of(wrong);
        assertThat(errors.list()).extracting(FieldError::detail).isEqualTo(expected);
    }

    private static JsonNode json(String text) {
        return Json.read(text.getBytes(StandardCharsets.UTF_8));
    }
}
