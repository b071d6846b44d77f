package dev.tenure.cli.print;

import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What `tenure status` says, as text for people; sections of which there is nothing to say are left out.
public final class StatusText {
    private static final int NAMES_MAX = 3;
    private static final int REJECTED_MIN = 5;
    private static final int REJECTED_ROWS_MAX = 5;
    private static final String NONE = "<none>";

    private StatusText() {}

    /// @param status what `tenure status -o json` prints
    /// @param now moment from which ages count
    public static String of(JsonNode status, Instant now) {
        var sections = new ArrayList<String>();
        sections.add(summary(status));
        sections.add(nodes("TAINT", status.path("taints")));
        sections.add(nodes("PRESSURE", status.path("pressure")));
        sections.add(zones(status.path("zones")));
        sections.add(held(status.path("held")));
        sections.add(FailingText.of(status.path("failingPolicies")));
        sections.add(evictions(status.path("evictions"), now));
        sections.add(rejected(status.path("rejected"), now));
        sections.add(paused(status.path("paused"), now));
        sections.removeIf(String::isEmpty);
        return String.join("\n", sections);
    }

    private static String summary(JsonNode status) {
        JsonNode nodes = status.path("nodes");
        var phases = new ArrayList<String>();
        status.path("pods").properties().forEach(phase -> phases.add(phase.getValue() + " " + phase.getKey()));
        var table = new TextTable("VERSION", "NODES", "READY", "CORDONED", "NOEXECUTE", "PODS");
        table.row(
                status.path("version").asText(),
                nodes.path("total").asText(),
                nodes.path("ready").asText(),
                nodes.path("cordoned").asText(),
                nodes.path("withNoExecuteTaint").asText(),
                phases.isEmpty() ? "0" : String.join(", ", phases));
        return table.text();
    }

    private static String nodes(String heading, JsonNode byWord) {
        if (byWord.isEmpty()) {
            return "";
        }
        var table = new TextTable(heading, "NODES", "WHICH");
        for (Map.Entry<String, JsonNode> entry : byWord.properties()) {
            List<String> names = new ArrayList<>();
            entry.getValue().forEach(name -> names.add(name.asText()));
            table.row(entry.getKey(), String.valueOf(names.size()), FirstOf.shown(names, NAMES_MAX));
        }
        return table.text();
    }

    private static String zones(JsonNode zones) {
        if (zones.isEmpty()) {
            return "";
        }
        var table = new TextTable("REGION", "ZONE", "STATE", "READY", "NOTREADY", "WAITING", "MESSAGE");
        for (JsonNode zone : zones) {
            table.row(
                    orNone(zone.path("region").asText()),
                    orNone(zone.path("zone").asText()),
                    zone.path("state").asText(),
                    zone.path("ready").asText(),
                    zone.path("notReady").asText(),
                    zone.path("waiting").asText(),
                    zone.path("message").asText());
        }
        return table.text();
    }

    private static String held(JsonNode held) {
        if (held.isEmpty()) {
            return "";
        }
        var table = new TextTable("HELD BY", "PODS", "REASON", "MESSAGE");
        for (JsonNode each : held) {
            table.row(
                    each.path("policy").asText(),
                    each.path("pods").asText(),
                    each.path("reason").asText(),
                    each.path("message").asText());
        }
        return table.text();
    }

    private static String evictions(JsonNode causes, Instant now) {
        if (causes.isEmpty()) {
            return "";
        }
        var table = new TextTable("EVICTED BY", "PODS", "LAST");
        for (Map.Entry<String, JsonNode> entry : causes.properties()) {
            Instant last = Instant.parse(entry.getValue().path("last").asText());
            table.row(
                    entry.getKey(),
                    entry.getValue().path("total").asText(),
                    Spans.text(Duration.between(last, now)) + " ago");
        }
        return table.text();
    }

    /// Controllers whose pods a node rejects again and again; a few rejections are nothing to tell.
    private static String rejected(JsonNode rejected, Instant now) {
        var table = new TextTable("REJECTED", "MADE BY", "NODE", "LAST", "WHY");
        int rows = 0;
        for (JsonNode each : rejected) {
            if (each.path("pods").asInt() >= REJECTED_MIN && rows < REJECTED_ROWS_MAX) {
                rows++;
                Instant last = Instant.parse(each.path("last").asText());
                table.row(
                        each.path("pods").asText() + " pods",
                        each.path("owner").asText(),
                        each.path("node").asText(),
                        Spans.text(Duration.between(last, now)) + " ago",
                        each.path("why").asText());
            }
        }
        return rows == 0 ? "" : table.text();
    }

    /// Who is to make no pods for a while, and by whose word.
    private static String paused(JsonNode paused, Instant now) {
        var table = new TextTable("MAKES NO PODS", "FOR", "NODE", "REASON", "RETENTION");
        int rows = 0;
        for (JsonNode each : paused) {
            Duration left =
                    Duration.between(now, Instant.parse(each.path("until").asText()));
            if (left.isPositive() && rows < REJECTED_ROWS_MAX) {
                rows++;
                table.row(
                        each.path("owner").asText(),
                        Spans.text(left),
                        each.path("node").asText(),
                        each.path("reason").asText(),
                        each.path("retention").asText());
            }
        }
        return rows == 0 ? "" : table.text();
    }

    private static String orNone(String text) {
        return text.isEmpty() ? NONE : text;
    }
}
