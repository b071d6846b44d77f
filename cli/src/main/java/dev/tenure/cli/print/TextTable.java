package dev.tenure.cli.print;

import java.util.ArrayList;
import java.util.List;

/// Columns of text, three blanks apart, as kubectl lays them out. On a terminal that is too narrow for them,
/// cells are cut short and end with `…`.
public final class TextTable {
    private static final String GAP = "   ";

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

    /// The same for another one.
    public String text(Screen screen) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        int[] headings = rows.getFirst().stream().mapToInt(String::length).toArray();
        int room = screen.columns() - GAP.length() * (columns - 1);
        int[] fitted = ColumnWidthRule.fit(widths, headings, this::hasSentences, room);
        var text = new StringBuilder();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int column = 0; column < columns; column++) {
                String cell = cut(row.get(column), fitted[column]);
                line.append(cell).repeat(' ', fitted[column] - cell.length()).append(GAP);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private boolean hasSentences(int column) {
        return rows.stream().skip(1).anyMatch(row -> row.get(column).indexOf(' ') >= 0);
    }

    private static String cut(String cell, int width) {
        return cell.length() <= width ? cell : cell.substring(0, width - 1) + '…';
    }
}
