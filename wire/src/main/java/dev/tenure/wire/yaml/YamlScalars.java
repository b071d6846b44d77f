package dev.tenure.wire.yaml;

import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.Numbers;
import dev.tenure.wire.json.TextNode;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a plain scalar means, by the rules of YAML 1.1 as go-yaml v2 keeps them: `yes` and `off` are
/// booleans, `0777` is octal, there are no numbers to base 60, and what looks like a time stays text.
/// Upstream: resolve.go.
final class YamlScalars {
    private static final Set<String> TRUE =
            Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
    private static final Set<String> FALSE =
            Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
    private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");
    private static final Map<String, Double> SPECIAL_FLOATS = Map.of(
            ".nan", Double.NaN,
            ".NaN", Double.NaN,
            ".NAN", Double.NaN,
            ".inf", Double.POSITIVE_INFINITY,
            ".Inf", Double.POSITIVE_INFINITY,
            ".INF", Double.POSITIVE_INFINITY);
    private static final BigInteger UINT64_END = BigInteger.ONE.shiftLeft(64);
    private static final String TAG_PREFIX = "tag:yaml.org,2002:";
    private static final Set<String> RESOLVABLE = Set.of(
            "",
            TAG_PREFIX + "bool",
            TAG_PREFIX + "int",
            TAG_PREFIX + "float",
            TAG_PREFIX + "null",
            TAG_PREFIX + "timestamp");
    private static final int NUMBER_LENGTH_MAX = 1_000;

    private YamlScalars() {}

    /// Whether a tag says how to read a scalar; a scalar of any other tag is text.
    static boolean isResolvable(String tag) {
        return RESOLVABLE.contains(tag);
    }

    /// The value of a scalar whose tag is resolvable, or empty.
    ///
    /// @throws YamlException when the text is not what the tag says
    static JsonNode resolve(String tag, String text) {
        JsonNode value = resolve(text);
        String found = value.isNull()
                ? "!!null"
                : value.isBoolean() ? "!!bool" : value.isTextual() ? "!!str" : isFloat(text) ? "!!float" : "!!int";
        String asked = tag.replace(TAG_PREFIX, "!!");
        boolean fits = tag.isEmpty() || asked.equals(found) || (asked.equals("!!float") && found.equals("!!int"));
        if (!fits && !asked.equals("!!timestamp")) {
            throw new YamlException("yaml: cannot decode " + found + " `" + text + "` as a " + asked);
        }
        return value;
    }

    private static boolean isFloat(String text) {
        return whole(text.replace("_", "")) == null;
    }

    /// The value of an unquoted scalar.
    ///
    /// @throws YamlException when it is a number that JSON does not have
    static JsonNode resolve(String text) {
        if (NULL.contains(text)) {
            return NullNode.INSTANCE;
        }
        if (TRUE.contains(text) || FALSE.contains(text)) {
            return BooleanNode.valueOf(TRUE.contains(text));
        }
        char first = text.charAt(0);
        boolean numeric = (first >= '0' && first <= '9') || first == '+' || first == '-' || first == '.';
        return numeric && text.length() <= NUMBER_LENGTH_MAX ? number(text) : TextNode.valueOf(text);
    }

    /// Whether a text keeps its meaning when it stands without quotes.
    static boolean staysText(String text) {
        try {
            return resolve(text).isTextual()
                    && !ScalarForms.isTimestamp(text)
                    && !ScalarForms.isBase60(text)
                    && !text.equals("<<");
        } catch (YamlException e) {
            return false;
        }
    }

    private static JsonNode number(String text) {
        requireFinite(text);
        if (text.charAt(0) == '.') {
            return ScalarForms.isDecimal(text) ? Numbers.ofGo(Double.parseDouble(text)) : TextNode.valueOf(text);
        }
        if (ScalarForms.isTimestamp(text)) {
            return TextNode.valueOf(text);
        }
        String plain = text.replace("_", "");
        BigInteger whole = whole(plain);
        if (whole != null) {
            return NumberNode.valueOf(whole);
        }
        return ScalarForms.isDecimal(plain) ? decimal(plain, text) : TextNode.valueOf(text);
    }

    private static void requireFinite(String text) {
        boolean signed = isSigned(text);
        Double special = SPECIAL_FLOATS.get(signed ? text.substring(1) : text);
        if (special == null || (signed && special.isNaN())) {
            return;
        }
        String shown = special.isNaN() ? "NaN" : text.charAt(0) == '-' ? "-Inf" : "+Inf";
        throw new YamlException("json: unsupported value: " + shown);
    }

    private static boolean isSigned(String text) {
        return text.startsWith("-") || text.startsWith("+");
    }

    private static JsonNode decimal(String plain, String text) {
        double value = Double.parseDouble(plain);
        // Go's parser reports a number out of range, and the text stays text.
        return Double.isInfinite(value) ? TextNode.valueOf(text) : Numbers.ofGo(value);
    }

    /// A whole number with Go's prefixes, if it fits 64 bits.
    private static @Nullable BigInteger whole(String plain) {
        String digits = (isSigned(plain) ? plain.substring(1) : plain).toLowerCase(Locale.ROOT);
        if (digits.startsWith("0x")) {
            return whole(plain, digits.substring(2), 16);
        }
        if (digits.startsWith("0b")) {
            return whole(plain, digits.substring(2), 2);
        }
        if (digits.startsWith("0o")) {
            return whole(plain, digits.substring(2), 8);
        }
        return whole(plain, digits, digits.startsWith("0") ? 8 : 10);
    }

    private static @Nullable BigInteger whole(String plain, String digits, int radix) {
        if (digits.isEmpty() || !digits.chars().allMatch(c -> Character.digit(c, radix) >= 0)) {
            return null;
        }
        BigInteger magnitude = new BigInteger(digits, radix);
        BigInteger value = plain.startsWith("-") ? magnitude.negate() : magnitude;
        boolean fits = isSigned(plain) ? value.bitLength() < Long.SIZE : value.compareTo(UINT64_END) < 0;
        return fits ? value : null;
    }
}
