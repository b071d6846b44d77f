package dev.tenure.kinds.value;

import dev.tenure.model.quantity.GoConversion;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.TextNode;

/// Bounds of numbers. Whole numbers are compared as such, others as floating point. Upstream's oddity is
/// kept: a bound that has no room in 64 bits is the least of them for a whole number, so that none is at most
/// 1e300. Upstream: validate/values.go.
final class NumberValidation {
    /// The first whole number that has no room in 64 bits.
    private static final double LONG_END = 0x1p63;

    private NumberValidation() {}

    static JsonNode node(long number) {
        return NumberNode.valueOf(number);
    }

    static JsonNode text(String text) {
        return TextNode.valueOf(text);
    }

    /// A bound or factor that does not fit the schema's own type is told of, and then counts as floating
    /// point.
    static ValueFindings check(JsonNode value, JsonNode schema, String path) {
        var findings = new ValueFindings();
        range(findings, "Checked", value, schema, path);
        if (schema.has("multipleOf")) {
            JsonNode factor = schema.path("multipleOf");
            boolean fits = range(findings, "MultipleOf", factor, schema, path);
            multiple(findings, fits ? value : floating(value), factor.doubleValue(), path);
        }
        if (schema.has("minimum")) {
            JsonNode bound = schema.path("minimum");
            boolean fits = range(findings, "Minimum boundary", bound, schema, path);
            minimum(findings, fits ? value : floating(value), schema, path);
        }
        if (schema.has("maximum")) {
            JsonNode bound = schema.path("maximum");
            boolean fits = range(findings, "Maximum boundary", bound, schema, path);
            maximum(findings, fits ? value : floating(value), schema, path);
        }
        findings.count();
        return findings;
    }

    private static void minimum(ValueFindings findings, JsonNode value, JsonNode schema, String path) {
        boolean exclusive = schema.path("exclusiveMinimum").asBoolean(false);
        int order = compare(value, schema.path("minimum"));
        if (order < 0 || (exclusive && order == 0)) {
            String what = exclusive ? "should be greater than " : "should be greater than or equal to ";
            findings.invalid(path, value, what + bound(value, schema.path("minimum")));
        }
    }

    private static void maximum(ValueFindings findings, JsonNode value, JsonNode schema, String path) {
        boolean exclusive = schema.path("exclusiveMaximum").asBoolean(false);
        int order = compare(value, schema.path("maximum"));
        if (order > 0 || (exclusive && order == 0)) {
            String what = exclusive ? "should be less than " : "should be less than or equal to ";
            findings.invalid(path, value, what + bound(value, schema.path("maximum")));
        }
    }

    private static JsonNode floating(JsonNode value) {
        return NumberNode.valueOf(value.doubleValue());
    }

    /// Whether a number is one of 64 bits. Others are floating point, however they are written.
    static boolean isLong(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToLong();
    }

    private static int compare(JsonNode value, JsonNode bound) {
        return isLong(value)
                ? Long.compare(value.longValue(), GoConversion.toInt64(bound.doubleValue()))
                : Double.compare(value.doubleValue() + 0.0, bound.doubleValue() + 0.0); // there is one zero
    }

    private static String bound(JsonNode value, JsonNode bound) {
        return isLong(value)
                ? Long.toString(GoConversion.toInt64(bound.doubleValue()))
                : ValueFindings.printed(bound.doubleValue());
    }

    private static void multiple(ValueFindings findings, JsonNode value, double factor, String path) {
        if (isLong(value)) {
            long whole = GoConversion.toInt64(factor);
            if (whole <= 0) {
                findings.factorTooSmall(path, NumberNode.valueOf(whole));
            } else if (value.longValue() % whole != 0) {
                findings.invalid(path, value, "should be a multiple of " + whole);
            }
            return;
        }
        double quotient = factor < 1 ? 1 / factor * value.doubleValue() : value.doubleValue() / factor;
        if (factor <= 0) {
            findings.factorTooSmall(path, NumberNode.valueOf(factor));
        } else if (!TypeValidation.isWhole(quotient)) {
            findings.invalid(path, value, "should be a multiple of " + ValueFindings.printed(factor));
        }
    }

    /// Tells when a number does not fit the schema's type.
    ///
    /// @param what the number is
    private static boolean range(ValueFindings findings, String what, JsonNode number, JsonNode schema, String path) {
        String type = schema.path("type").asText("");
        String format = StringFormats.recognised(schema);
        double value = number.doubleValue();
        boolean whole = isLong(number) || (value == Math.rint(value) && value >= -LONG_END && value < LONG_END);
        boolean fits = switch (format) {
            case "int32" -> whole && number.longValue() == (int) number.longValue();
            case "float" -> !Float.isInfinite((float) value);
            default -> whole || !type.equals("integer");
        };
        if (!fits) {
            String how = format.isEmpty() ? "(default format)" : "with format " + format;
            findings.whole("%s value must be of type %s %s in %s".formatted(what, type, how, path));
        }
        return fits;
    }
}
