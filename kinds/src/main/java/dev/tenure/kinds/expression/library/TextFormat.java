package dev.tenure.kinds.expression.library;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
import dev.cel.common.types.TypeType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/// Values put into a text: `'%s is %d'.format([a, b])`. Upstream: cel-go's ext/formatting.go.
final class TextFormat {
    private static final int PRECISION = 6;
    private static final int PRECISION_MAX = 143;
    private static final int PLAIN_FROM = -4;
    private static final int PLAIN_TO = 6;
    private static final String RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private TextFormat() {}

    static String format(String pattern, List<?> values) {
        return FormatPattern.fill(pattern, new FormatPattern.Clauses() {
            @Override
            public int size() {
                return values.size();
            }

            @Override
            public String text(int index, char verb, OptionalInt precision) {
                return shown(verb, Objects.requireNonNull(values.get(index)), precision.orElse(PRECISION));
            }
        });
    }

    private static String shown(char verb, Object value, int precision) {
        return switch (verb) {
            case 's' -> plain(value);
            case 'd' -> decimal(value);
            case 'f' -> fixed(value, precision);
            case 'e' -> scientific(value, precision);
            case 'b' -> binary(value);
            case 'o' -> inBase(value, 8, verb);
            case 'x' -> hex(value);
            default -> hex(value).toUpperCase(Locale.ROOT);
        };
    }

    private static String binary(Object value) {
        return value instanceof Boolean flag ? (flag ? "1" : "0") : inBase(value, 2, 'b');
    }

    private static IllegalArgumentException unsuited(char verb, Object value) {
        return new IllegalArgumentException(FormatPattern.unsuited(verb, ValueTypes.named(value)));
    }

    private static String plain(Object value) {
        return switch (value) {
            case List<?> list -> listed(list);
            case Map<?, ?> map -> mapped(map);
            case Double number -> shortest(number);
            case CelByteString bytes -> new String(bytes.toByteArray(), StandardCharsets.UTF_8);
            case Duration duration -> seconds(duration);
            case NullValue _ -> "null";
            case TypeType type -> type.type().name();
            case CelType type -> type.name();
            case Instant moment -> moment(moment);
            case String _, Long _, UnsignedLong _, Boolean _ -> value.toString();
            default -> throw unsuited('s', value);
        };
    }

    /// With no more digits of the second than it has, which Java prints by three.
    static String moment(Instant moment) {
        String text = moment.toString();
        if (text.indexOf('.') < 0) {
            return text;
        }
        int end = text.length() - 1;
        while (text.charAt(end - 1) == '0') {
            end--;
        }
        return text.substring(0, end) + "Z";
    }

    /// As Go's `%g`: with an exponent where that is less than -4, or 6 and more.
    static String shortest(double number) {
        if (!Double.isFinite(number)) {
            return Double.isNaN(number) ? "NaN" : number > 0 ? "+Inf" : "-Inf";
        }
        if (number == 0) {
            return 1 / number < 0 ? "-0" : "0";
        }
        BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        int exponent = exact.precision() - exact.scale() - 1;
        if (exponent >= PLAIN_FROM && exponent < PLAIN_TO) {
            return exact.toPlainString();
        }
        String digits = exact.unscaledValue().abs().toString();
        return (number < 0 ? "-" : "")
                + digits.charAt(0)
                + (digits.length() > 1 ? "." + digits.substring(1) : "")
                + "e%s%02d".formatted(exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    /// As Go prints the seconds of a duration, of which it makes a floating point number.
    static String seconds(Duration duration) {
        long nanos = duration.toNanos();
        long whole = nanos / NANOS_PER_SECOND;
        double seconds = whole + nanos % NANOS_PER_SECOND / (double) NANOS_PER_SECOND;
        return new BigDecimal(Double.toString(seconds)).stripTrailingZeros().toPlainString() + "s";
    }

    /// As it would be written in an expression.
    private static String literal(Object value) {
        return switch (value) {
            case String text -> quoted(text);
            case CelByteString _ -> "b" + quoted(plain(value));
            case Double number ->
                Double.isFinite(number)
                        ? rounded(number, Math.copySign(1, number) < 0, "%.", 6)
                        : quoted(plain(number));
            case Instant _ -> "timestamp(%s)".formatted(quoted(plain(value)));
            case Duration _ -> "duration(%s)".formatted(quoted(plain(value)));
            case List<?> _, Map<?, ?> _, NullValue _, CelType _, Long _, UnsignedLong _, Boolean _ -> plain(value);
            default ->
                throw new IllegalArgumentException(
                        "error during formatting: no formatting function for " + ValueTypes.named(value));
        };
    }

    private static String listed(List<?> list) {
        StringBuilder text = new StringBuilder("[");
        for (Object item : list) {
            text.append(text.length() > 1 ? ", " : "").append(literal(item));
        }
        return text.append(']').toString();
    }

    private static String mapped(Map<?, ?> map) {
        List<String> entries = new ArrayList<>();
        map.forEach((key, value) -> {
            if (key instanceof Double || !(key instanceof Comparable<?>)) {
                throw new IllegalArgumentException(
                        "error during formatting: no formatting function for map key of type " + ValueTypes.named(key));
            }
            entries.add(literal(key) + ":" + literal(value));
        });
        entries.sort(null);
        return "{" + String.join(", ", entries) + "}";
    }

    private static String decimal(Object value) {
        if (value instanceof Long || value instanceof UnsignedLong) {
            return value.toString();
        }
        throw unsuited('d', value);
    }

    /// Of a zero upstream prints no sign here, but what is below zero keeps its sign where nothing else is
    /// left of it.
    private static String fixed(Object value, int precision) {
        return value instanceof Double number && Double.isFinite(number)
                ? rounded(number, number < 0, "%,.", Math.min(precision, PRECISION_MAX))
                : special(value, 'f');
    }

    /// @param form what comes before the number of places
    private static String rounded(double number, boolean negative, String form, int places) {
        BigDecimal size = new BigDecimal(Math.abs(number)).setScale(places, RoundingMode.HALF_EVEN);
        return (negative ? "-" : "") + String.format(Locale.ROOT, form + places + "f", size);
    }

    /// With six places, and the precision as the least width: upstream forgets a point in what it gives to
    /// its printer.
    private static String scientific(Object value, int width) {
        String text = value instanceof Double number && Double.isFinite(number) ? powered(number) : special(value, 'e');
        return " ".repeat(Math.max(0, Math.min(width, PRECISION_MAX) - text.codePointCount(0, text.length()))) + text;
    }

    private static String powered(double number) {
        // upstream prints no sign of a zero
        String plain = String.format(Locale.ROOT, "%.6e", number == 0 ? 0.0 : number);
        int split = plain.indexOf('e');
        StringBuilder raised = new StringBuilder();
        for (char c : plain.substring(split + 1).toCharArray()) {
            if (c != '+') {
                raised.append(c == '-' ? '⁻' : RAISED.charAt(c - '0'));
            }
        }
        return plain.substring(0, split) + "×10" + raised;
    }

    private static String special(Object value, char verb) {
        return switch (String.valueOf(value)) {
            case "NaN" -> "NaN";
            case "Infinity" -> "∞";
            case "-Infinity" -> "-∞";
            default -> throw unsuited(verb, value);
        };
    }

    private static String inBase(Object value, int base, char verb) {
        return switch (value) {
            case Long number -> Long.toString(number, base);
            case UnsignedLong number -> number.toString(base);
            default -> throw unsuited(verb, value);
        };
    }

    private static String hex(Object value) {
        return switch (value) {
            case String text -> HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
            case CelByteString bytes -> HexFormat.of().formatHex(bytes.toByteArray());
            default -> inBase(value, 16, 'x');
        };
    }

    /// In double quotes, as Go's %q.
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (c < ' ' || c == 0x7f) {
                        quoted.append(String.format(Locale.ROOT, "\\x%02x", c));
                    } else {
                        quoted.appendCodePoint(c);
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }
}
