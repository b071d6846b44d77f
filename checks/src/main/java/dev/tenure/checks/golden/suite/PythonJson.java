package dev.tenure.checks.golden.suite;

import dev.tenure.wire.json.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/// JSON text exactly as Python's `json.dumps` writes it. The recordings are sorted by this text and hold
/// some of it, and request bodies are sent in it, so that positions in error messages agree.
public final class PythonJson {
    private static final int EXPONENT_MIN = -4;
    private static final int EXPONENT_MAX = 16;

    private PythonJson() {}

    /// Fields in the order in which they stand.
    public static String plain(JsonNode node) {
        var out = new StringBuilder();
        write(node, false, out);
        return out.toString();
    }

    /// Fields in order of their names.
    public static String sorted(JsonNode node) {
        var out = new StringBuilder();
        write(node, true, out);
        return out.toString();
    }

    private static void write(JsonNode node, boolean sort, StringBuilder out) {
        switch (node.type()) {
            case OBJECT -> writeObject(node, sort, out);
            case ARRAY -> writeArray(node, sort, out);
            case STRING -> writeText(node.asText(), out);
            case NUMBER -> out.append(number(node));
            case BOOLEAN -> out.append(node.booleanValue());
            case NULL -> out.append("null");
            case MISSING -> throw new IllegalArgumentException("no JSON value: " + node.type());
        }
    }

    private static void writeObject(JsonNode node, boolean sort, StringBuilder out) {
        List<Map.Entry<String, JsonNode>> fields = new ArrayList<>(node.properties());
        if (sort) {
            fields.sort(Map.Entry.comparingByKey(PythonJson::byCodePoint));
        }
        out.append('{');
        for (int i = 0; i < fields.size(); i++) {
            out.append(i == 0 ? "" : ", ");
            writeText(fields.get(i).getKey(), out);
            out.append(": ");
            write(fields.get(i).getValue(), sort, out);
        }
        out.append('}');
    }

    private static void writeArray(JsonNode node, boolean sort, StringBuilder out) {
        out.append('[');
        for (Iterator<JsonNode> items = node.iterator(); items.hasNext(); ) {
            write(items.next(), sort, out);
            out.append(items.hasNext() ? ", " : "");
        }
        out.append(']');
    }

    private static void writeText(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                default -> out.append(c >= ' ' && c <= 0x7f ? String.valueOf(c) : "\\u%04x".formatted((int) c));
            }
        }
        out.append('"');
    }

    private static String number(JsonNode node) {
        return node.isIntegralNumber() ? node.bigIntegerValue().toString() : real(node.doubleValue());
    }

    /// The shortest digits that read back as the same number; an exponent only for very large and very small
    /// ones.
    private static String real(double value) {
        if (value == 0) {
            return Double.toString(value);
        }
        var exact = new BigDecimal(Double.toString(Math.abs(value))).stripTrailingZeros();
        int exponent = exact.precision() - exact.scale() - 1;
        String sign = value < 0 ? "-" : "";
        if (exponent >= EXPONENT_MIN && exponent < EXPONENT_MAX) {
            String digits = exact.toPlainString();
            return sign + digits + (digits.contains(".") ? "" : ".0");
        }
        String digits = exact.unscaledValue().toString();
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return "%s%se%s%02d".formatted(sign, mantissa, exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    private static int byCodePoint(String one, String other) {
        int at = 0;
        while (at < one.length() && at < other.length()) {
            int a = one.codePointAt(at);
            int b = other.codePointAt(at);
            if (a != b) {
                return Integer.compare(a, b);
            }
            at += Character.charCount(a);
        }
        return Integer.compare(one.length(), other.length());
    }
}
