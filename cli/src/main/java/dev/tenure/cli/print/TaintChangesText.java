package dev.tenure.cli.print;

import dev.tenure.wire.json.JsonNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// Lines about changes of taints, one at a time, in columns that only grow. Confined to one thread.
public final class TaintChangesText {
    private static final String GAP = "   ";
    private static final List<String> HEADINGS = List.of("TIME", "NODE", "CHANGE", "TAINT", "TIMES", "BY");

    private final int[] widths = {20, 12, 9, 44, 5, 0};

    public String headings() {
        return line(HEADINGS);
    }

    /// @param change what `tenure taints --watch -o json` prints
    public String line(JsonNode change) {
        return line(List.of(
                Instant.parse(change.path("at").asText())
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString(),
                change.path("node").asText(),
                change.path("change").asText(),
                change.path("taint").asText(),
                change.path("times").asText(),
                writer(change.path("writer"))));
    }

    private static String writer(JsonNode writer) {
        return writer.isMissingNode()
                ? "unknown"
                : "%s, %s"
                        .formatted(
                                writer.path("manager").asText(),
                                writer.path("operation").asText());
    }

    private String line(List<String> cells) {
        var line = new StringBuilder();
        for (int column = 0; column < cells.size(); column++) {
            String cell = cells.get(column);
            widths[column] = Math.max(widths[column], cell.length());
            line.append(cell).repeat(' ', widths[column] - cell.length()).append(GAP);
        }
        return line.toString().stripTrailing();
    }
}
