package dev.tenure.kinds.value;

import dev.tenure.apiserver.registry.field.GoValue;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.TextNode;

/// Bounds of numbers. Whole numbers are compared as such, others as floating point. Upstream:
/// validate/values.go.
final class NumberValidation {
    private NumberValidation() {}

    static JsonNode node(long number) {
        return NumberNode.valueOf(number);
    }

    static JsonNode text(String text) {
        return TextNode.valueOf(text);
    }

    static ValueFindings check(JsonNode value, JsonNode schema, String path) {
        var findings = new ValueFindings();
        range(findings, value, schema, path);
        if (schema.has("multipleOf")) {
            multiple(findings, value, schema.path("multipleOf"), path);
        }
        if (schema.has("minimum")) {
            boolean exclusive = schema.path("exclusiveMinimum").asBoolean(false);
            int order = compare(value, schema.path("minimum"));
            if (order < 0 || (exclusive && order == 0)) {
                String what = exclusive ? "should be greater than " : "should be greater than or equal to ";
                findings.invalid(path, value, what + bound(value, schema.path("minimum")));
            }
        }
        if (schema.has("maximum")) {
            boolean exclusive = schema.path("exclusiveMaximum").asBoolean(false);
            int order = compare(value, schema.path("maximum"));
            if (order > 0 || (exclusive && order == 0)) {
                String what = exclusive ? "should be less than " : "should be less than or equal to ";
                findings.invalid(path, value, what + bound(value, schema.path("maximum")));
            }
        }
        findings.count();
        return findings;
    }

    private static int compare(JsonNode value, JsonNode bound) {
        return value.isIntegralNumber()
                ? Long.compare(value.longValue(), (long) bound.doubleValue())
                : Double.compare(value.doubleValue(), bound.doubleValue());
    }

    private static String bound(JsonNode value, JsonNode bound) {
        return value.isIntegralNumber()
                ? Long.toString((long) bound.doubleValue())
                : GoValue.printed(bound.doubleValue());
    }

    private static void multiple(ValueFindings findings, JsonNode value, JsonNode factor, String path) {
        if (value.isIntegralNumber()) {
            long whole = (long) factor.doubleValue();
            if (whole == 0) {
                // Upstream cuts the factor, and then finds it too small: MultipleOfNativeType.
                findings.factorTooSmall(path);
            } else if (value.longValue() % whole != 0) {
                findings.invalid(path, value, "should be a multiple of " + whole);
            }
            return;
        }
        double one = factor.doubleValue();
        double quotient = one < 1 ? 1 / one * value.doubleValue() : value.doubleValue() / one;
        if (one > 0 && !TypeValidation.isWhole(quotient)) {
            findings.invalid(path, value, "should be a multiple of " + GoValue.printed(one));
        }
    }

    private static void range(ValueFindings findings, JsonNode value, JsonNode schema, String path) {
        String type = schema.path("type").asText("");
        String format = StringFormats.recognised(schema);
        boolean fits = switch (format) {
            case "int32" ->
                value.isIntegralNumber() ? value.canConvertToInt() : value.doubleValue() == (int) value.doubleValue();
            case "float" -> Math.abs(value.doubleValue()) <= Float.MAX_VALUE;
            default ->
                !type.equals("integer") || value.isIntegralNumber() || TypeValidation.isWhole(value.doubleValue());
        };
        if (!fits) {
            String how = format.isEmpty() ? "(default format)" : "with format " + format;
            findings.whole("Checked value must be of type %s %s in %s".formatted(type, how, path));
        }
    }
}
