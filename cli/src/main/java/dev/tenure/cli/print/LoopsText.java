package dev.tenure.cli.print;

import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;

/// What `tenure evictions --loops` says, as text for people, made from what it prints as JSON.
public final class LoopsText {
    private static final int NODES_MAX = 3;

    private LoopsText() {}

    /// One row a loop, and below what would end each.
    public static String of(JsonNode document, Screen screen) {
        Instant now = Instant.parse(document.path("now").asText());
        var table = new TextTable("OWNER", "NODE", "PODS", "LAST", "REASON", "MESSAGE");
        var remedies = new ArrayList<String>();
        for (JsonNode loop : document.path("loops")) {
            Instant first = Instant.parse(loop.path("first").asText());
            Instant last = Instant.parse(loop.path("last").asText());
            table.row(
                    loop.path("owner").asText(),
                    loop.path("node").asText(),
                    "%s in %s".formatted(loop.path("pods").asText(), Spans.text(Duration.between(first, last))),
                    Spans.text(Duration.between(last, now)) + " ago",
                    loop.path("reason").asText(),
                    loop.path("message").asText());
            remedies.add(pause(loop, now) + remedies(loop));
        }
        return table.text(screen) + String.join("", remedies);
    }

    /// Empty for an owner that goes on making pods.
    private static String pause(JsonNode loop, Instant now) {
        if (!loop.has("pause")) {
            return "";
        }
        Duration left =
                Duration.between(now, Instant.parse(loop.at("/pause/until").asText()));
        return "\n%s is to make no pods for %s (retention %s)\n"
                .formatted(
                        loop.path("owner").asText(),
                        Spans.text(left.isNegative() ? Duration.ZERO : left),
                        loop.at("/pause/retention").asText());
    }

    private static String remedies(JsonNode loop) {
        var text = new StringBuilder("\nWhat would end that of %s on %s:\n"
                .formatted(loop.path("owner").asText(), loop.path("node").asText()));
        if (loop.path("remedies").isEmpty()) {
            return text.append("  nothing is known")
                    .append(loop.path("tried").asBoolean() ? "" : ": no pod of it is there to try with")
                    .append('\n')
                    .toString();
        }
        for (JsonNode each : loop.path("remedies")) {
            var nodes = new ArrayList<String>();
            each.path("nodes").forEach(node -> nodes.add(node.asText()));
            text.append("  %s%s\n"
                    .formatted(
                            each.path("change").asText(),
                            !each.path("verified").asBoolean()
                                    ? " (not tried)"
                                    : nodes.isEmpty()
                                            ? " (tried: it then waits for a node)"
                                            : " (tried: it then runs on %s)"
                                                    .formatted(FirstOf.shown(nodes, NODES_MAX))));
            if (each.has("command")) {
                text.append("    ").append(each.path("command").asText()).append('\n');
            }
        }
        return text.toString();
    }
}
