package dev.tenure.wire.yaml;

/// Texts in flow style, of which JSON is the most common, whose parts are set apart by tabs: Go's reader
/// takes a tab for a blank there, and snakeyaml-engine refuses it. Upstream: yaml_parser_scan_to_next_token
/// of go.yaml.in/yaml.
final class FlowTabs {
    private static final String BEFORE_VALUES = "{[,:?";

    private final char[] text;
    /// The last sign that is no blank; a quote opens a scalar only where a value may stand.
    private char before = '{';

    private char quote;

    private FlowTabs(String text) {
        this.text = text.toCharArray();
    }

    /// The same text with blanks for the tabs outside of quotes; the text itself when it does not start as
    /// flow style.
    static String replaced(String text) {
        return text.indexOf('\t') >= 0 && startsInFlow(text) ? new FlowTabs(text).replaced() : text;
    }

    private static boolean startsInFlow(String text) {
        int at = 0;
        while (at < text.length() && " \t\r\n\uFEFF".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() && (text.charAt(at) == '{' || text.charAt(at) == '[');
    }

    private String replaced() {
        for (int at = 0; at < text.length; at++) {
            at = quote == 0 ? plain(at) : quoted(at);
        }
        return new String(text);
    }

    /// @return where the last sign is that was looked at
    private int plain(int at) {
        char c = text[at];
        if (c == '\t') {
            text[at] = ' ';
        }
        if (c == '#' && (at == 0 || isBlank(text[at - 1]))) {
            return endOfLine(at);
        }
        if ((c == '"' || c == '\'') && BEFORE_VALUES.indexOf(before) >= 0) {
            quote = c;
        }
        before = isBlank(c) ? before : c;
        return at;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private int endOfLine(int from) {
        int at = from;
        while (at + 1 < text.length && text[at + 1] != '\n') {
            at++;
        }
        return at;
    }

    private int quoted(int at) {
        if (text[at] == '\\' && quote == '"') {
            return at + 1;
        }
        if (text[at] == quote) {
            quote = 0;
        }
        return at;
    }
}
