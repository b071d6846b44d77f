package dev.tenure.cli.print;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// The rows of `tenure evictions`, made from what `/tenure/v1/taint-eviction` answers.
public final class EvictionRows {
    private static final int WHEN = 5;
    private static final String NONE = "<none>";

    private EvictionRows() {}

    /// One line about one pod.
    ///
    /// @param identity the same for the same eviction at every look
    /// @param cells as the headings of [#headings] say
    public record Row(String identity, List<String> cells) {
        public Row {
            cells = List.copyOf(cells);
        }
    }

    public static String[] headings(boolean wide) {
        return wide
                ? new String[] {
                    "NAMESPACE",
                    "POD",
                    "NODE",
                    "CAUSE",
                    "WHY",
                    "WHEN",
                    "TOLERATION",
                    "SINCE",
                    "DEADLINE",
                    "UID",
                    "OWNER"
                }
                : new String[] {"NAMESPACE", "POD", "NODE", "CAUSE", "WHY", "WHEN"};
    }

    /// Past evictions, eldest first, then those to come, earliest first.
    public static List<Row> of(JsonNode page, boolean wide) {
        Instant now = Instant.parse(page.path("now").asText());
        List<Row> rows = new ArrayList<>();
        var behind = new ArrayList<JsonNode>();
        page.path("past").forEach(behind::add);
        page.path("removed").forEach(entry -> behind.add(removed(entry)));
        behind.sort(Comparator.comparing(past -> Instant.parse(past.path("at").asText())));
        for (JsonNode past : behind) {
            Duration ago = Duration.between(Instant.parse(past.path("at").asText()), now);
            rows.add(row("past", past, Spans.text(ago) + " ago", wide));
        }
        for (JsonNode coming : page.path("coming")) {
            Duration left =
                    Duration.ofMillis(Math.round(coming.path("secondsLeft").asDouble() * 1000));
            rows.add(row("coming", coming, when(coming, left), wide));
        }
        return rows;
    }

    /// A failed pod that was removed, or several that are told together, as one that is past.
    private static JsonNode removed(JsonNode entry) {
        int others = entry.path("pods").asInt(1) - 1;
        return Json.object()
                .put("namespace", entry.path("namespace").asText())
                .put("pod", entry.path("pod").asText() + (others == 0 ? "" : " and %d more".formatted(others)))
                .put("uid", entry.path("uid").asText())
                .put("node", entry.path("node").asText())
                .put("cause", entry.path("failure").asText().toLowerCase(Locale.ROOT))
                .put("message", why(entry))
                .put("at", entry.path("last").asText())
                .put("owner", entry.path("owner").asText());
    }

    /// The reason, where the message does not say more than it.
    private static String why(JsonNode entry) {
        String reason = entry.path("reason").asText();
        String message = entry.path("message").asText().replace("Pod was rejected: ", "");
        return message.isEmpty() ? reason : reason.isEmpty() ? message : reason + ": " + message;
    }

    private static String when(JsonNode coming, Duration left) {
        JsonNode held = coming.path("held");
        if (held.isObject()) {
            return "held by %s: %s".formatted(text(held, "policy"), text(held, "message"));
        }
        if (coming.has("taintGoes")) {
            return "stays: the taint goes at " + text(coming, "taintGoes");
        }
        return (left.isZero() ? "now" : "in " + Spans.text(left)) + stay(coming.path("stay"));
    }

    /// What a policy makes of the stay, ` (policy quick: 1m at most)`; empty where none does.
    static String stay(JsonNode stay) {
        return stay.isObject()
                ? " (policy %s: %s at %s)"
                        .formatted(
                                text(stay, "policy"),
                                Spans.text(
                                        Duration.ofSeconds(stay.path("seconds").asLong())),
                                stay.path("by").asText().equals("minStaySeconds") ? "least" : "most")
                : "";
    }

    /// A line for an eviction that was announced and will not be.
    public static Row cancelled(Row before) {
        List<String> cells = new ArrayList<>(before.cells());
        cells.set(WHEN, "cancelled");
        return new Row("cancelled/" + before.identity(), cells);
    }

    private static Row row(String state, JsonNode eviction, String when, boolean wide) {
        List<String> cells = new ArrayList<>(List.of(
                text(eviction, "namespace"),
                text(eviction, "pod"),
                text(eviction, "node"),
                eviction.path("cause").asText("taint"),
                why(eviction, wide),
                when));
        if (wide) {
            cells.addAll(List.of(
                    text(eviction, "toleration"),
                    text(eviction, "since"),
                    text(eviction, "deadline"),
                    text(eviction, "uid"),
                    text(eviction, "owner")));
        }
        String moment = state.equals("past") ? "at" : "deadline";
        return new Row(state + "/" + text(eviction, "uid") + "/" + text(eviction, moment), cells);
    }

    /// The taint, or what was said of the pod; of that the first sentence where there is little room.
    private static String why(JsonNode eviction, boolean wide) {
        String message = eviction.path("message").asText("");
        if (message.isEmpty()) {
            return text(eviction, "taint");
        }
        int end = message.indexOf(". ");
        return wide || end < 0 ? message : message.substring(0, end);
    }

    private static String text(JsonNode eviction, String field) {
        String text = eviction.path(field).asText();
        return text.isEmpty() ? NONE : text;
    }
}
