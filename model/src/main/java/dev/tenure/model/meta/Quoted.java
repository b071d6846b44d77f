package dev.tenure.model.meta;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// Text in double quotes as Go's `%q` writes it, for messages that must read as Kubernetes' do.
public final class Quoted {
    private static final int REPLACEMENT = 0xfffd;

    private Quoted() {}

    public static String of(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> append(out, c));
        return out.append('"').toString();
    }

    private static void append(StringBuilder out, int c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\t' -> out.append("\\t");
            case '\r' -> out.append("\\r");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case 0x0b -> out.append("\\v");
            case 0x07 -> out.append("\\a");
            default -> appendRare(out, c);
        }
    }

    private static void appendRare(StringBuilder out, int c) {
        if (c < ' ' || c == 0x7f) {
            byte[] bytes = Character.toString(c).getBytes(StandardCharsets.UTF_8);
            out.append("\\x").append(HexFormat.of().formatHex(bytes));
        } else if (printable(c)) {
            out.appendCodePoint(c);
        } else {
            int shown = isSurrogate(c) ? REPLACEMENT : c;
            out.append(c < 0x10000 ? "\\u%04x".formatted(shown) : "\\U%08x".formatted(shown));
        }
    }

    /// Half a pair, which UTF-8 cannot hold.
    private static boolean isSurrogate(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }

    private static boolean printable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> true;
        };
    }
}
