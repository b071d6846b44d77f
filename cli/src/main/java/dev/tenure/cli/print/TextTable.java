package dev.tenure.cli.print;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// Columns of text, three blanks apart, as kubectl lays them out. On a terminal that is too narrow for them,
/// sentences go over two lines of their cells; where that is not enough, long ones stand below their row,
/// each behind its heading. Names that are too long even so go over several lines. Nothing is left out.
public final class TextTable {
    private static final String GAP = "   ";
    private static final String INDENT = "  ";

    /// Headings of columns in which things are named, whatever is said of them there.
    private static final Set<String> NAMES =
            Set.of("POD", "NEW POD", "NODE", "FROM", "OWNER", "MADE BY", "REGION", "ZONE");

    /// A cell becomes no more lines than that.
    private static final int LINES_MAX = 2;

    /// What is no wider stays in its column, however little room there is.
    private static final int SHORT = 16;

    /// A line below a row has at least so much room, whatever the screen is.
    private static final int BELOW_MIN = 20;

    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    public void row(String... cells) {
        rows.add(List.of(cells));
    }

    /// The lines of the table, without trailing blanks, as the screen of this process has room for them.
    public String text() {
        return text(Screen.now());
    }

    /// The same for another one. The first line has the headings.
    public String text(Screen screen) {
        int[] all = IntStream.range(0, rows.getFirst().size()).toArray();
        int[] widths = fitted(all, screen);
        if (isReadable(widths)) {
            return text(all, widths, new int[0], screen);
        }
        int[] beside = IntStream.of(all).filter(column -> !goesBelow(column)).toArray();
        int[] below = IntStream.of(all).filter(this::goesBelow).toArray();
        return text(beside, fitted(beside, screen), below, screen);
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private int[] fitted(int[] columns, Screen screen) {
        int[] widths = IntStream.of(columns).map(this::width).toArray();
        int[] headings = IntStream.of(columns)
                .map(column -> rows.getFirst().get(column).length())
                .toArray();
        int room = screen.columns() - GAP.length() * (columns.length - 1);
        return ColumnWidthRule.fit(widths, headings, at -> hasSentences(columns[at]), room);
    }

    private boolean hasSentences(int column) {
        return !NAMES.contains(rows.getFirst().get(column))
                && rows.stream().skip(1).anyMatch(row -> row.get(column).indexOf(' ') >= 0);
    }

    private boolean goesBelow(int column) {
        return column > 0 && hasSentences(column) && width(column) > SHORT;
    }

    /// Whether no sentence takes too many lines of its cell, and no word of one is divided.
    private boolean isReadable(int[] widths) {
        return IntStream.range(0, widths.length)
                .filter(this::hasSentences)
                .allMatch(column -> rows.stream().allMatch(row -> {
                    List<String> lines = WrapRule.lines(row.get(column), widths[column]);
                    return lines.size() <= LINES_MAX
                            && String.join(" ", lines).length()
                                    == row.get(column).length();
                }));
    }

    /// @param widths of the columns beside one another
    /// @param below the columns whose cells stand below
    private String text(int[] beside, int[] widths, int[] below, Screen screen) {
        int label = IntStream.of(below)
                .map(column -> rows.getFirst().get(column).length())
                .max()
                .orElse(0);
        int room = Math.max(BELOW_MIN, screen.columns() - INDENT.length() - label - GAP.length());
        var text = new StringBuilder();
        for (int at = 0; at < rows.size(); at++) {
            List<String> row = rows.get(at);
            List<List<String>> cells = new ArrayList<>();
            for (int column = 0; column < beside.length; column++) {
                cells.add(WrapRule.lines(row.get(beside[column]), widths[column]));
            }
            beside(text, cells, widths);
            for (int column : at == 0 ? new int[0] : below) {
                below(text, column, label, WrapRule.lines(row.get(column), room));
            }
        }
        return text.toString();
    }

    private static void beside(StringBuilder text, List<List<String>> cells, int[] widths) {
        int lines = cells.stream().mapToInt(List::size).max().orElse(1);
        for (int line = 0; line < lines; line++) {
            var one = new StringBuilder();
            for (int at = 0; at < widths.length; at++) {
                String cell = line < cells.get(at).size() ? cells.get(at).get(line) : "";
                one.append(cell).repeat(' ', widths[at] - cell.length()).append(GAP);
            }
            text.append(one.toString().stripTrailing()).append('\n');
        }
    }

    private void below(StringBuilder text, int column, int label, List<String> lines) {
        if (lines.getFirst().isEmpty()) {
            return;
        }
        String heading = rows.getFirst().get(column);
        text.append(INDENT).append(heading).repeat(' ', label - heading.length());
        String margin = " ".repeat(INDENT.length() + label);
        for (int line = 0; line < lines.size(); line++) {
            text.append(line == 0 ? "" : margin)
                    .append(GAP)
                    .append(lines.get(line))
                    .append('\n');
        }
    }
}
