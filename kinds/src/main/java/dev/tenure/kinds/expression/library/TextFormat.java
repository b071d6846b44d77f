package dev.tenure.kinds.expression.library;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.CelType;
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

/// Values put into a text: `'%s is %d'.format([a, b])`. Upstream: cel-go's ext/formatting.go.
final class TextFormat {
    private static final int PRECISION = 6;
    private static final int PRECISION_MAX = 100;

    private final String pattern;
    private final List<?> values;
    private final StringBuilder text = new StringBuilder();
    private int at;
    private int used;

    private TextFormat(String pattern, List<?> values) {
        this.pattern = pattern;
        this.values = values;
    }

    static String format(String pattern, List<?> values) {
        return new TextFormat(pattern, values).format();
    }

    private String format() {
        while (at < pattern.length()) {
            char c = pattern.charAt(at++);
            if (c != '%') {
                text.append(c);
            } else if (at < pattern.length() && pattern.charAt(at) == '%') {
                text.append('%');
                at++;
            } else {
                clause();
            }
        }
        return text.toString();
    }

    private void clause() {
        int precision = precision();
        if (at >= pattern.length()) {
            throw fault("unexpected end of string");
        }
        char verb = pattern.charAt(at++);
        if (used >= values.size()) {
            throw fault("index %d out of range".formatted(used));
        }
        Object value = values.get(used++);
        text.append(shown(verb, value, precision));
    }

    private static String shown(char verb, Object value, int precision) {
        return switch (verb) {
            case 's' -> plain(value);
            case 'd' -> decimal(value);
            case 'f' -> fixed(value, precision);
            case 'e' -> scientific(value, precision);
            case 'b' -> binary(value);
            case 'o' -> inBase(value, 8, "octal");
            case 'x' -> hex(value);
            case 'X' -> hex(value).toUpperCase(Locale.ROOT);
            default -> throw fault("unrecognized formatting clause \"%s\"".formatted(verb));
        };
    }

    private static String binary(Object value) {
        return value instanceof Boolean flag ? (flag ? "1" : "0") : inBase(value, 2, "binary");
    }

    private int precision() {
        if (at >= pattern.length() || pattern.charAt(at) != '.') {
            return PRECISION;
        }
        int from = ++at;
        while (at < pattern.length() && Character.isDigit(pattern.charAt(at))) {
            at++;
        }
        String digits = pattern.substring(from, at);
        if (digits.isEmpty() || digits.length() > 3 || Integer.parseInt(digits) > PRECISION_MAX) {
            throw fault("error while converting precision to integer");
        }
        return Integer.parseInt(digits);
    }

    private static IllegalArgumentException fault(String fault) {
        return new IllegalArgumentException("could not parse formatting clause: " + fault);
    }

    private static String plain(Object value) {
        return switch (value) {
            case List<?> list -> listed(list);
            case Map<?, ?> map -> mapped(map);
            case Double number -> shortest(number);
            case CelByteString bytes -> new String(bytes.toByteArray(), StandardCharsets.UTF_8);
            case Duration duration -> seconds(duration);
            case NullValue _ -> "null";
            case CelType type -> type.name();
            case String _, Long _, UnsignedLong _, Boolean _, Instant _ -> value.toString();
            default ->
                throw fault("string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, "
                        + "types, durations, and timestamps");
        };
    }

    private static String shortest(double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return Double.isNaN(number) ? "NaN" : number > 0 ? "+Inf" : "-Inf";
        }
        String plain = new BigDecimal(Double.toString(number)).toPlainString();
        return plain.endsWith(".0") ? plain.substring(0, plain.length() - 2) : plain;
    }

    private static String seconds(Duration duration) {
        BigDecimal seconds = BigDecimal.valueOf(duration.getSeconds()).add(BigDecimal.valueOf(duration.getNano(), 9));
        return seconds.stripTrailingZeros().toPlainString() + "s";
    }

    /// As it would be written in an expression.
    private static String literal(Object value) {
        return switch (value) {
            case String text -> quoted(text);
            case CelByteString _ -> "b" + quoted(plain(value));
            case Double number ->
                Double.isFinite(number) ? String.format(Locale.ROOT, "%.6f", number) : quoted(plain(number));
            case Instant _ -> "timestamp(%s)".formatted(quoted(plain(value)));
            case Duration _ -> "duration(%s)".formatted(quoted(plain(value)));
            default -> plain(value);
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
        map.forEach((key, value) -> entries.add(literal(key) + ":" + literal(value)));
        entries.sort(null);
        return "{" + String.join(", ", entries) + "}";
    }

    private static String decimal(Object value) {
        if (value instanceof Long || value instanceof UnsignedLong) {
            return value.toString();
        }
        throw fault("decimal clause can only be used on integers");
    }

    private static String fixed(Object value, int precision) {
        return value instanceof Double number && Double.isFinite(number)
                ? String.format(
                        Locale.ROOT,
                        "%,." + precision + "f",
                        new BigDecimal(number).setScale(precision, RoundingMode.HALF_EVEN))
                : special(value, "fixed-point");
    }

    private static String scientific(Object value, int precision) {
        return value instanceof Double number && Double.isFinite(number)
                ? String.format(Locale.ROOT, "%." + precision + "e", number)
                : special(value, "scientific");
    }

    private static String special(Object value, String clause) {
        return switch (String.valueOf(value)) {
            case "NaN" -> "NaN";
            case "Infinity" -> "∞";
            case "-Infinity" -> "-∞";
            default -> throw fault(clause + " clause can only be used on doubles");
        };
    }

    private static String inBase(Object value, int base, String clause) {
        return switch (value) {
            case Long number -> Long.toString(number, base);
            case UnsignedLong number -> number.toString(base);
            default -> throw fault(clause + " clause can only be used on integers");
        };
    }

    private static String hex(Object value) {
        return switch (value) {
            case String text -> HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
            case CelByteString bytes -> HexFormat.of().formatHex(bytes.toByteArray());
            default -> inBase(value, 16, "hex");
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
