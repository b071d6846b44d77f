package dev.tenure.kinds.value;

import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Set;

/// Whether a value has the type that its schema states. Upstream: validate/type.go.
final class TypeValidation {
    private static final Set<String> NUMERIC = Set.of("number", "integer");

    /// The largest number below which all whole ones are floating point numbers too.
    private static final double WHOLE_MAX = 0x1p53 - 1;

    private static final double FRACTION_MAX = 1e-9;

    private TypeValidation() {}

    static boolean applies(JsonNode schema) {
        return !types(schema).isEmpty() || !StringFormats.recognised(schema).isEmpty();
    }

    static ValueFindings check(JsonNode value, JsonNode schema, String path) {
        var findings = new ValueFindings();
        findings.count();
        List<String> types = types(schema);
        if (value.isNull()) {
            if (!types.isEmpty() && !schema.path("nullable").asBoolean(false)) {
                findings.wrongType(path, String.join(",", types), "null");
            }
            return findings;
        }
        if (fits(value, types)) {
            return findings;
        }
        String format = StringFormats.recognised(schema);
        boolean textOrList = value.isTextual() || value.isArray();
        if (!textOrList && !format.isEmpty()) {
            findings.wrongType(path, format, formatOf(value));
        } else if (format.isEmpty() || types.stream().anyMatch(NUMERIC::contains)) {
            findings.wrongType(path, String.join(",", types), actual(value));
        }
        return findings;
    }

    private static boolean fits(JsonNode value, List<String> types) {
        String actual = actual(value);
        boolean wholeFloat = actual.equals("number") && isWhole(value.doubleValue());
        return types.contains(actual)
                || (wholeFloat && types.contains("integer"))
                || (actual.equals("integer") && types.contains("number"));
    }

    private static List<String> types(JsonNode schema) {
        if (schema.path("x-kubernetes-int-or-string").asBoolean(false)) {
            return List.of("integer", "string");
        }
        String type = schema.path("type").asText("");
        return type.isEmpty() ? List.of() : List.of(type);
    }

    /// Whether a number counts as a whole one: a fraction that is small beside it does not matter. Upstream:
    /// IsFloat64AJSONInteger of go-openapi's swag.
    static boolean isWhole(double number) {
        if (!(Math.abs(number) <= WHOLE_MAX)) {
            return false;
        }
        double cut = (long) number;
        return number == cut || (cut > 0 && (number - cut) / (number + cut) < FRACTION_MAX);
    }

    /// The JSON type of a value.
    static String actual(JsonNode value) {
        if (value.isTextual()) {
            return "string";
        }
        if (value.isBoolean()) {
            return "boolean";
        }
        if (value.isNumber()) {
            return NumberValidation.isLong(value) ? "integer" : "number";
        }
        return value.isArray() ? "array" : "object";
    }

    private static String formatOf(JsonNode value) {
        if (!value.isNumber()) {
            return "";
        }
        return NumberValidation.isLong(value) ? "int64" : "float64";
    }
}
