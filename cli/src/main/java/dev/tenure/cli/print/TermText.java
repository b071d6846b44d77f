package dev.tenure.cli.print;

import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// What `tenure taints` says of the terms of taints.
final class TermText {
    private TermText() {}

    /// Whether a node bears the taint for a while only.
    static boolean isIn(JsonNode taint) {
        return taint.path("nodes").valueStream().anyMatch(node -> node.has("until"));
    }

    /// `in 1h59m`, `in 5m to 1h on 2 of 3`, `5m ago: nobody takes it away`.
    static String until(List<JsonNode> nodes, Instant now) {
        List<Instant> ends = nodes.stream()
                .filter(node -> node.has("until"))
                .map(node -> Instant.parse(node.path("until").asText()))
                .sorted()
                .toList();
        if (ends.isEmpty()) {
            return TaintsText.NONE;
        }
        String some = ends.size() == nodes.size() ? "" : " on %d of %d".formatted(ends.size(), nodes.size());
        if (nodes.stream().anyMatch(node -> node.path("overdue").asBoolean())) {
            return "%s ago: nobody takes it away%s".formatted(Spans.text(Duration.between(ends.getFirst(), now)), some);
        }
        String first = Spans.text(Duration.between(now, ends.getFirst()));
        String last = Spans.text(Duration.between(now, ends.getLast()));
        return "in %s%s".formatted(first.equals(last) ? first : first + " to " + last, some);
    }

    /// Former terms of such taints, a line each; empty where there are none.
    static String past(JsonNode taint) {
        if (taint.path("pastTerms").isEmpty()) {
            return "";
        }
        var table = new TextTable("NODE", "TERM OVER", "HOW", "TERM");
        for (JsonNode past : taint.path("pastTerms")) {
            String who = past.path("who").asText();
            table.row(
                    past.path("node").asText(),
                    past.path("at").asText(),
                    past.path("how").asText() + (who.isEmpty() ? "" : " by " + who),
                    past.path("term").asText());
        }
        return "\n" + table.text();
    }

    /// Terms that cannot be read, a line each.
    static String unreadable(JsonNode document) {
        var text = new StringBuilder();
        for (JsonNode each : document.path("unreadableTerms")) {
            text.append("node %s: annotation %s: %s\n"
                    .formatted(
                            each.path("node").asText(),
                            each.path("annotation").asText(),
                            each.path("why").asText()));
        }
        return text.toString();
    }
}
