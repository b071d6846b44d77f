package dev.tenure.cli.print;

import java.util.ArrayList;
import java.util.List;

/// Columns of text, three blanks apart, as kubectl lays them out.
public final class TextTable {
    private static final String GAP = "   ";

    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    public void row(String... cells) {
        rows.add(List.of(cells));
    }

    /// The lines of the table, without trailing blanks.
    public String text() {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        var text = new StringBuilder();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                line.append(row.get(column))
                        .repeat(' ', widths[column] - row.get(column).length())
                        .append(GAP);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
