package dev.tenure.wire.yaml;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Writes the pieces of block-style YAML and keeps track of the place: indentation, and lines that are folded
/// at spaces beyond column 80. Upstream: emitterc.go of go-yaml v2, of which only what objects need is here.
final class YamlEmitter {
    private static final int WIDTH = 80;
    private static final int STEP = 2;
    private static final int KEY_BYTES_MAX = 128;
    private static final String NAMED_ESCAPES = "\0\u0007\b\t\n\u000b\f\r\u001b\"\\\u0085\u00a0\u2028\u2029";
    private static final String NAMES = "0abtnvfre\"\\N_LP";

    enum Style {
        PLAIN,
        DOUBLE_QUOTED,
        LITERAL
    }

    private final StringBuilder out = new StringBuilder();
    private int column;
    private int indent = -1;
    private boolean whitespace = true;
    private boolean indention = true;
    private boolean openEnded;

    String text() {
        return out.toString();
    }

    /// The indentation before; to be given to [#restore].
    int increaseIndent(boolean indentless) {
        int before = indent;
        if (indent < 0) {
            indent = 0;
        } else if (!indentless) {
            indent += STEP;
        }
        return before;
    }

    void restore(int before) {
        indent = before;
    }

    boolean afterIndention() {
        return indention;
    }

    void endDocument() {
        indent = -1;
        indentLine();
        if (openEnded) {
            indicator("...", true, false);
            indentLine();
        }
    }

    private void put(int c) {
        out.appendCodePoint(c);
        column++;
    }

    private void putBreak() {
        out.append('\n');
        column = 0;
    }

    void indentLine() {
        int wanted = Math.max(indent, 0);
        if (!indention || column > wanted || (column == wanted && !whitespace)) {
            putBreak();
        }
        while (column < wanted) {
            put(' ');
        }
        whitespace = true;
        indention = true;
    }

    void indicator(String text, boolean needWhitespace, boolean keepsIndention) {
        if (needWhitespace && !whitespace) {
            put(' ');
        }
        text.codePoints().forEach(this::put);
        whitespace = false;
        indention = indention && keepsIndention;
        openEnded = false;
    }

    /// Whether a key can stand before its colon on one line.
    static boolean isSimpleKey(String key) {
        int bytes = key.getBytes(StandardCharsets.UTF_8).length;
        return bytes <= KEY_BYTES_MAX
                && !ScalarAnalysis.of(key.codePoints().toArray()).multiline();
    }

    void scalar(String value, Style asked, boolean simpleKey) {
        int[] text = value.codePoints().toArray();
        ScalarAnalysis analysis = ScalarAnalysis.of(text);
        int before = indent;
        indent = indent < 0 ? STEP : indent + STEP;
        if (asked == Style.LITERAL && analysis.blockAllowed() && !simpleKey) {
            literal(text);
        } else if (asked == Style.PLAIN && analysis.plainAllowed() && (text.length > 0 || !simpleKey)) {
            plain(text, !simpleKey);
        } else if (asked == Style.PLAIN && analysis.singleQuotedAllowed()) {
            singleQuoted(text, !simpleKey);
        } else {
            doubleQuoted(text, !simpleKey);
        }
        indent = before;
    }

    private void plain(int[] text, boolean allowBreaks) {
        if (!whitespace) {
            put(' ');
        }
        boolean spaces = false;
        for (int i = 0; i < text.length; i++) {
            boolean space = text[i] == ' ';
            if (space && allowBreaks && !spaces && column > WIDTH && !isSpace(text, i + 1)) {
                indentLine();
            } else {
                put(text[i]);
            }
            if (!space) {
                indention = false;
            }
            spaces = space;
        }
        whitespace = false;
        indention = false;
    }

    private static boolean isSpace(int[] text, int i) {
        return i < text.length && text[i] == ' ';
    }

    private void singleQuoted(int[] text, boolean allowBreaks) {
        indicator("'", true, false);
        boolean spaces = false;
        for (int i = 0; i < text.length; i++) {
            boolean space = text[i] == ' ';
            boolean inside = i > 0 && i < text.length - 1;
            if (space && allowBreaks && !spaces && column > WIDTH && inside && !isSpace(text, i + 1)) {
                indentLine();
            } else {
                if (text[i] == '\'') {
                    put('\'');
                }
                put(text[i]);
            }
            if (!space) {
                indention = false;
            }
            spaces = space;
        }
        indicator("'", false, false);
    }

    private void doubleQuoted(int[] text, boolean allowBreaks) {
        indicator("\"", true, false);
        boolean spaces = false;
        for (int i = 0; i < text.length; i++) {
            int c = text[i];
            boolean inside = i > 0 && i < text.length - 1;
            if (needsEscape(c)) {
                escape(c);
                spaces = false;
            } else if (c == ' ' && allowBreaks && !spaces && column > WIDTH && inside) {
                indentLine();
                if (isSpace(text, i + 1)) {
                    put('\\');
                }
                spaces = true;
            } else {
                put(c);
                spaces = c == ' ';
            }
        }
        indicator("\"", false, false);
    }

    private static boolean needsEscape(int c) {
        return !ScalarAnalysis.isPrintable(c) || ScalarAnalysis.isBreak(c) || c == '"' || c == '\\';
    }

    private void escape(int c) {
        put('\\');
        int named = NAMED_ESCAPES.indexOf(c);
        if (named >= 0) {
            put(NAMES.charAt(named));
        } else {
            String format = c <= 0xff ? "x%02X" : c <= 0xffff ? "u%04X" : "U%08X";
            String.format(Locale.ROOT, format, c).codePoints().forEach(this::put);
        }
    }

    private void literal(int[] text) {
        indicator("|", true, false);
        if (text[0] == ' ' || ScalarAnalysis.isBreak(text[0])) {
            indicator(String.valueOf(STEP), false, false);
        }
        int last = text.length - 1;
        boolean keep = ScalarAnalysis.isBreak(text[last]) && (last == 0 || ScalarAnalysis.isBreak(text[last - 1]));
        if (keep) {
            indicator("+", false, false);
        } else if (!ScalarAnalysis.isBreak(text[last])) {
            indicator("-", false, false);
        }
        openEnded = keep;
        putBreak();
        indention = true;
        whitespace = true;
        boolean breaks = true;
        for (int c : text) {
            if (ScalarAnalysis.isBreak(c)) {
                literalBreak(c);
                breaks = true;
                continue;
            }
            if (breaks) {
                indentLine();
            }
            put(c);
            indention = false;
            breaks = false;
        }
    }

    private void literalBreak(int c) {
        if (c == '\n') {
            putBreak();
        } else {
            put(c);
            column = 0;
        }
        indention = true;
    }
}
