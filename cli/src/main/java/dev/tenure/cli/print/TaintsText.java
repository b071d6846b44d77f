package dev.tenure.cli.print;

import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What `tenure taints` says, as text for people, made from what it prints as JSON.
public final class TaintsText {
    static final String NONE = "<none>";
    private static final String UNKNOWN = "unknown";
    private static final String SEVERAL = "several";

    private TaintsText() {}

    /// One row a taint.
    public static String list(JsonNode document, boolean wide) {
        Instant now = Instant.parse(document.path("now").asText());
        boolean terms = document.path("taints").valueStream().anyMatch(TermText::isIn);
        List<String> headings = new ArrayList<>(List.of("TAINT", "NODES", "SINCE", "BY", "WHY", "PODS"));
        if (terms) {
            headings.add(2 + 1, "UNTIL");
        }
        if (wide) {
            headings.addAll(List.of("LIST LAST WRITTEN BY", "WHICH"));
        }
        var table = new TextTable(headings.toArray(String[]::new));
        for (JsonNode taint : document.path("taints")) {
            List<JsonNode> nodes = taint.path("nodes").valueStream().toList();
            List<String> cells = new ArrayList<>(List.of(
                    taint.path("taint").asText(),
                    String.valueOf(nodes.size()),
                    since(nodes, now),
                    by(nodes, wide),
                    why(nodes),
                    pods(taint, now)));
            if (terms) {
                cells.add(2 + 1, TermText.until(nodes, now));
            }
            if (wide) {
                cells.add(counted(nodes.stream().map(TaintsText::lastWriter).toList()));
                cells.add(nodes.stream().map(node -> node.path("name").asText()).collect(Collectors.joining(",")));
            }
            table.row(cells.toArray(String[]::new));
        }
        return table.text(Screen.of(wide))
                + TermText.unreadable(document)
                + FailingText.of(document.path("failingPolicies"));
    }

    /// `5m (timeAdded)`, `over 2h (managedFields)`, `over 5m to 2h (managedFields, timeAdded)`.
    static String since(List<JsonNode> nodes, Instant now) {
        var newest = Instant.MIN;
        var oldest = Instant.MAX;
        var from = new TreeSet<String>();
        for (JsonNode node : nodes) {
            from.add(node.path("sinceFrom").asText());
            if (node.has("since")) {
                Instant at = Instant.parse(node.path("since").asText());
                newest = at.isAfter(newest) ? at : newest;
                oldest = at.isBefore(oldest) ? at : oldest;
            }
        }
        if (newest.equals(Instant.MIN)) {
            return UNKNOWN;
        }
        String least = Spans.text(Duration.between(newest, now));
        String most = Spans.text(Duration.between(oldest, now));
        return "%s%s (%s)"
                .formatted(
                        from.contains("managedFields") ? "over " : "",
                        least.equals(most) ? most : least + " to " + most,
                        String.join(", ", from));
    }

    private static String by(List<JsonNode> nodes, boolean wide) {
        List<String> names =
                nodes.stream().map(node -> node.path("by").asText(UNKNOWN)).toList();
        if (names.stream().distinct().count() == 1) {
            return names.getFirst();
        }
        return wide ? counted(names) : SEVERAL;
    }

    /// `kubectl-taint`, or `kubectl-taint 2, unknown 1`.
    private static String counted(List<String> names) {
        var counts = new TreeMap<String, Integer>();
        names.forEach(name -> counts.merge(name, 1, Integer::sum));
        if (counts.size() == 1) {
            return counts.firstKey();
        }
        return counts.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String lastWriter(JsonNode node) {
        return node.path("listWrittenBy").path(0).path("manager").asText(UNKNOWN);
    }

    private static String why(List<JsonNode> nodes) {
        List<String> reasons = nodes.stream()
                .map(node -> node.path("why").asText(NONE))
                .distinct()
                .toList();
        if (reasons.size() == 1) {
            return reasons.getFirst();
        }
        long stale =
                nodes.stream().filter(node -> node.path("stale").asBoolean()).count();
        return stale == 0 ? SEVERAL : "stale on %d of %d".formatted(stale, nodes.size());
    }

    /// `4: 1 must go, 2 leave within 4m50s, 1 stays; keeps off 3`.
    static String pods(JsonNode taint, Instant now) {
        JsonNode pods = taint.path("pods");
        if (pods.isMissingNode()) {
            return UNKNOWN;
        }
        boolean evicts = taint.path("effect").asText().equals("NoExecute");
        List<String> parts = new ArrayList<>();
        part(parts, pods.path("notTolerating").asInt(), evicts ? "must go" : "without toleration");
        int leaving = pods.path("toleratingForAWhile").asInt();
        part(parts, leaving, leaving == 1 ? "leaves" + within(pods, now) : "leave" + within(pods, now));
        int tolerating = pods.path("tolerating").asInt();
        int outlasting = pods.path("outlasting").asInt();
        part(parts, outlasting, outlasting == 1 ? "outlasts it" : "outlast it");
        part(parts, tolerating, evicts ? (tolerating == 1 ? "stays" : "stay") : "with toleration");
        part(parts, pods.path("leavingByPolicy").asInt(), "to leave by a policy");
        part(parts, pods.path("held").asInt(), "held by a policy");
        part(parts, pods.path("upToFeatureGate").asInt(), "up to a feature gate");
        part(parts, pods.path("ending").asInt(), "ending");
        String standing = pods.path("standing").asText() + (parts.isEmpty() ? "" : ": " + String.join(", ", parts));
        int keptOff = pods.path("keptOff").asInt();
        return keptOff == 0 ? standing : standing + "; keeps off " + keptOff;
    }

    private static void part(List<String> parts, int count, String what) {
        if (count > 0) {
            parts.add(count + " " + what);
        }
    }

    private static String within(JsonNode pods, Instant now) {
        if (!pods.has("lastLeaves")) {
            return " at most %s after it came"
                    .formatted(stay(pods.path("longestStaySeconds").asLong()));
        }
        Instant last = Instant.parse(pods.path("lastLeaves").asText());
        return last.isAfter(now) ? " within " + Spans.text(Duration.between(now, last)) : " now";
    }

    private static String stay(long seconds) {
        return Spans.text(Duration.ofSeconds(seconds));
    }

    /// Each taint with its nodes, its pods, and how it is taken away.
    public static String detail(JsonNode document) {
        Instant now = Instant.parse(document.path("now").asText());
        var sections = new ArrayList<String>();
        for (JsonNode taint : document.path("taints")) {
            sections.add(taint.path("taint").asText() + "\n\n" + nodes(taint, now) + TermText.past(taint));
            sections.add(there(taint) + policies(taint.path("policies")));
            sections.add(removal(taint.path("removal")));
        }
        sections.add(FailingText.of(document.path("failingPolicies")));
        sections.removeIf(String::isEmpty);
        return String.join("\n", sections);
    }

    private static String nodes(JsonNode taint, Instant now) {
        boolean terms = TermText.isIn(taint);
        var table = terms
                ? new TextTable("NODE", "SINCE", "UNTIL", "BY", "WHY", "LIST LAST WRITTEN")
                : new TextTable("NODE", "SINCE", "BY", "WHY", "LIST LAST WRITTEN");
        List<String> notes = new ArrayList<>();
        Map<String, List<String>> noted = new TreeMap<>();
        for (JsonNode node : taint.path("nodes")) {
            String name = node.path("name").asText();
            List<String> cells = new ArrayList<>(List.of(
                    name,
                    since(List.of(node), now),
                    node.path("by").asText(UNKNOWN),
                    why(List.of(node)) + cordoner(node, now),
                    write(node.path("listWrittenBy").path(0), now)));
            if (terms) {
                cells.add(2, TermText.until(List.of(node), now));
            }
            table.row(cells.toArray(String[]::new));
            if (node.has("byNote")) {
                noted.computeIfAbsent(note(node), _ -> new ArrayList<>()).add(name);
            }
        }
        noted.forEach((note, names) -> notes.add("%s: %s".formatted(FirstOf.shown(names, 3), note)));
        return table.text() + notes.stream().map(note -> note + "\n").collect(Collectors.joining());
    }

    private static String note(JsonNode node) {
        String note = node.path("byNote").asText();
        return node.has("by") ? node.path("by").asText() + " " + note : note;
    }

    private static String cordoner(JsonNode node, Instant now) {
        JsonNode last = node.path("cordonedBy").path(0);
        boolean cordon = node.path("why").asText("").startsWith("cordoned");
        return cordon && !last.isMissingNode() ? " (" + write(last, now) + ")" : "";
    }

    /// `kubectl-taint, Update, 5m ago`.
    private static String write(JsonNode writer, Instant now) {
        if (writer.isMissingNode()) {
            return UNKNOWN;
        }
        String who = "%s, %s"
                .formatted(
                        writer.path("manager").asText(),
                        writer.path("operation").asText());
        if (!writer.has("at")) {
            return who;
        }
        Instant at = Instant.parse(writer.path("at").asText());
        return "%s, %s ago".formatted(who, Spans.text(Duration.between(at, now)));
    }

    private static String there(JsonNode taint) {
        if (!taint.has("podsThere")) {
            return "Pods: unknown\n";
        }
        var text = new StringBuilder();
        if (taint.path("podsThere").isEmpty()) {
            text.append("No pod stands there.\n");
        } else {
            var table = new TextTable("NAMESPACE", "POD", "NODE", "TOLERATION", "OUTCOME");
            for (JsonNode pod : taint.path("podsThere")) {
                table.row(
                        pod.path("namespace").asText(),
                        pod.path("name").asText(),
                        pod.path("node").asText(),
                        pod.has("toleratedBy")
                                ? "policy " + pod.path("toleratedBy").asText()
                                : pod.path("toleration").asText(NONE),
                        outcome(pod));
            }
            text.append(table.text());
        }
        List<String> keptOff =
                taint.path("podsKeptOff").valueStream().map(JsonNode::asText).toList();
        if (!keptOff.isEmpty()) {
            text.append("Kept off, and pending: ")
                    .append(FirstOf.shown(keptOff, 20))
                    .append('\n');
        }
        return text.toString();
    }

    private static String outcome(JsonNode pod) {
        if (pod.path("ending").asBoolean()) {
            return "is ending";
        }
        if (pod.path("held").isObject()) {
            return HoldText.of(pod.path("held"));
        }
        return switch (pod.path("outcome").asText()) {
            case "mustGo" -> "must go";
            case "notTolerated" -> "would not be placed there again";
            case "newcomer" -> "stays: came after the taint";
            case "spared" -> "stays: " + pod.path("spared").asText();
            case "upToFeatureGate" -> "up to the feature gate of Gt and Lt";
            case "leaves" -> leaves(pod);
            case "outlasts" ->
                "stays: the taint goes at %s".formatted(pod.path("taintGoes").asText());
            default -> "stays";
        };
    }

    private static String leaves(JsonNode pod) {
        if (!pod.has("until")) {
            return "leaves %s after it came"
                    .formatted(stay(pod.path("staySeconds").asLong()));
        }
        long left = pod.path("secondsLeft").asLong();
        return "leaves at %s%s, %s%s"
                .formatted(
                        Instant.parse(pod.path("until").asText()).truncatedTo(ChronoUnit.SECONDS),
                        pod.path("atTheLatest").asBoolean() ? " at the latest" : "",
                        left == 0 ? "now" : "in " + stay(left),
                        EvictionRows.stay(pod.path("stay")));
    }

    /// A line for each policy that is about the taint.
    private static String policies(JsonNode policies) {
        var text = new StringBuilder();
        for (JsonNode each : policies) {
            int held = each.path("held").asInt();
            text.append("The policy %s has a say in when pods leave because of it%s\n"
                    .formatted(
                            each.path("policy").asText(),
                            held == 0
                                    ? "."
                                    : ", and holds %d (%s): %s"
                                            .formatted(
                                                    held,
                                                    each.path("reason").asText(),
                                                    each.path("message").asText())));
        }
        return text.toString();
    }

    private static String removal(JsonNode removal) {
        var text = new StringBuilder("What would follow if it were removed:\n");
        removal.path("lookAhead")
                .forEach(command -> text.append("  ").append(command.asText()).append('\n'));
        text.append("To remove it:\n");
        removal.path("commands")
                .forEach(command -> text.append("  ").append(command.asText()).append('\n'));
        for (JsonNode back : removal.path("comesBack")) {
            List<String> names =
                    back.path("nodes").valueStream().map(JsonNode::asText).toList();
            text.append("  (%s puts it back on %s as long as this lasts: %s)\n"
                    .formatted(
                            back.path("by").asText(),
                            FirstOf.shown(names, 3),
                            back.path("why").asText()));
        }
        return text.toString();
    }
}
