package dev.tenure.plan.report;

import java.util.List;

/// Tables and lists in Markdown. Names and messages come from strangers: they stay in their cell or line and
/// bring no markup. Stateless.
public final class MarkdownText {
    private MarkdownText() {}

    /// Text that is no markup, in one line.
    public static String plain(String text) {
        return text.replace("\\", "\\\\")
                .replace("|", "\\|")
                .replace("<", "&lt;")
                .replace("[", "\\[")
                .replace("\n", " ");
    }

    /// Appends a table after an empty line.
    public static void table(StringBuilder text, List<String> headings, List<List<String>> rows) {
        text.append('\n');
        row(text, headings);
        text.append("|---".repeat(headings.size())).append("|\n");
        rows.forEach(cells -> row(text, cells));
    }

    private static void row(StringBuilder text, List<String> cells) {
        cells.forEach(cell -> text.append("| ").append(plain(cell)).append(' '));
        text.append("|\n");
    }

    /// Appends an item for each line.
    public static void list(StringBuilder text, List<String> lines) {
        lines.forEach(line -> text.append("* ").append(plain(line)).append('\n'));
    }
}
