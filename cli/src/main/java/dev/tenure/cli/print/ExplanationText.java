package dev.tenure.cli.print;

import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.StreamSupport;

/// The scheduler's explanation of a pod as text for people. Nodes of which the same is said share a line.
public final class ExplanationText {
    private static final int NAMES_MAX = 5;
    private static final int FEW_MAX = 3;
    private static final int SCORED_MAX = 10;
    private static final int PODS_MAX = 10;

    private final JsonNode answer;
    private final JsonNode decision;
    private final String pod;
    private final StringBuilder text = new StringBuilder();

    private record Refusal(String plugin, String why) {}

    private ExplanationText(JsonNode answer) {
        this.answer = answer;
        this.decision = answer.path("decision");
        this.pod = answer.path("namespace").asText() + "/" + answer.path("name").asText();
    }

    /// @param answer what `/tenure/v1/scheduler/pods/NAMESPACE/NAME` answers, with `eviction` of what
    /// `/tenure/v1/taint-eviction` says of the pod, if it is to leave because of a taint, and `policies` that
    /// have it stay or leave, and `ifNodeFallsSilent`
    public static String of(JsonNode answer) {
        var explanation = new ExplanationText(answer);
        explanation.write();
        return explanation.text.toString();
    }

    private void write() {
        heading();
        eviction();
        policies();
        silence();
        history();
        scores();
        refusals();
        preemption();
        remedies();
    }

    private void heading() {
        String node = answer.path("node").asText();
        String outcome = decision.path("outcome").asText();
        List<String> best = texts(decision.path("best"));
        if (outcome.equals("ignored")) {
            line("pod %s is not this scheduler's: %s"
                    .formatted(pod, decision.path("message").asText()));
        } else if (!node.isEmpty()) {
            line("pod %s is on node %s".formatted(pod, node));
            line("  placed anew now, it would go to " + (best.isEmpty() ? "no node" : oneOf(best)));
        } else if (outcome.equals("scheduled")) {
            line("pod %s is pending, and can be placed on %s".formatted(pod, oneOf(best)));
        } else if (outcome.equals("gated")) {
            line("pod %s is held back: %s"
                    .formatted(
                            pod,
                            String.join(", ", texts(decision.path("preEnqueue").path("reasons")))));
        } else {
            line("pod %s is pending".formatted(pod));
        }
        if (!outcome.equals("ignored") && decision.has("message")) {
            line("  " + decision.path("message").asText());
        }
    }

    private void eviction() {
        JsonNode eviction = answer.path("eviction");
        if (eviction.isObject()) {
            line("  "
                    + HoldText.sentence(
                            eviction, Instant.parse(eviction.path("now").asText())));
        }
    }

    private void policies() {
        for (JsonNode each : answer.path("policies")) {
            line("  policy %s %s (taint %s)"
                    .formatted(
                            each.path("policy").asText(),
                            each.path("says").asText(),
                            each.path("taint").asText()));
        }
    }

    private void silence() {
        JsonNode silence = answer.path("ifNodeFallsSilent");
        if (silence.isObject()) {
            String then = "stays";
            if (silence.has("staysSeconds")) {
                long seconds = silence.path("staysSeconds").asLong(0);
                then = seconds > 0 ? "leaves " + Spans.text(Duration.ofSeconds(seconds)) + " later" : "leaves at once";
            }
            line("  if %s falls silent, that is noticed after some %s, and the pod %s"
                    .formatted(
                            silence.path("node").asText(),
                            silence.path("noticedAfter").asText(),
                            then));
        }
    }

    private void history() {
        JsonNode queue = answer.path("queue");
        if (queue.isMissingNode()) {
            return;
        }
        int attempts = queue.path("attempts").asInt();
        line("  tried %s; in queue %s"
                .formatted(
                        attempts == 1 ? "once" : attempts + " times",
                        queue.path("queue").asText().replace('_', ' ')));
        if (queue.has("last")) {
            line("  last attempt %s".formatted(queue.path("last").path("time").asText()));
        }
        List<String> plugins = texts(queue.path("refusedBy"));
        if (!plugins.isEmpty()) {
            line("  tried again when something changes that concerns " + String.join(", ", plugins));
        }
    }

    private void scores() {
        JsonNode scores = decision.path("scores");
        if (scores.isEmpty()) {
            return;
        }
        var plugins = new TreeSet<String>();
        scores.forEach(one -> one.path("plugins").fieldNames().forEachRemaining(plugins::add));
        var headings = new ArrayList<>(List.of("NODE", "SCORE"));
        headings.addAll(plugins);
        var table = new TextTable(headings.toArray(String[]::new));
        String own = answer.path("node").asText();
        var ranked = new ArrayList<>(scores.properties());
        ranked.sort(Comparator.comparingLong((Map.Entry<String, JsonNode> entry) ->
                        -entry.getValue().path("total").asLong())
                .thenComparing(Map.Entry::getKey));
        for (int i = 0; i < ranked.size(); i++) {
            Map.Entry<String, JsonNode> entry = ranked.get(i);
            if (i < SCORED_MAX || entry.getKey().equals(own)) {
                var row = new ArrayList<>(
                        List.of(entry.getKey(), entry.getValue().path("total").asText()));
                plugins.forEach(plugin -> row.add(entry.getValue()
                        .path("plugins")
                        .path(plugin)
                        .path("weighted")
                        .asText("-")));
                table.row(row.toArray(String[]::new));
            }
        }
        line("");
        text.append(table.text());
        if (ranked.size() > SCORED_MAX) {
            line("and %d more that could take it".formatted(ranked.size() - SCORED_MAX));
        }
    }

    private void refusals() {
        var groups = new LinkedHashMap<Refusal, List<String>>();
        for (Map.Entry<String, JsonNode> entry : decision.path("nodes").properties()) {
            JsonNode verdict = entry.getValue();
            if (!verdict.path("code").asText().equals("Success")) {
                String reasons = String.join(", ", texts(verdict.path("reasons")));
                String why = verdict.has("detail") ? verdict.path("detail").asText() : reasons;
                groups.computeIfAbsent(new Refusal(verdict.path("plugin").asText("-"), why), key -> new ArrayList<>())
                        .add(entry.getKey());
            }
        }
        if (groups.isEmpty()) {
            return;
        }
        var table = new TextTable("REFUSED BY", "NODES", "WHY", "WHICH");
        groups.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<Refusal, List<String>> entry) ->
                                -entry.getValue().size())
                        .thenComparing(entry -> entry.getKey().plugin())
                        .thenComparing(entry -> entry.getKey().why()))
                .forEach(entry -> table.row(
                        entry.getKey().plugin(),
                        String.valueOf(entry.getValue().size()),
                        entry.getKey().why(),
                        names(entry.getValue())));
        line("");
        text.append(table.text());
    }

    private void preemption() {
        List<String> nominated = texts(decision.path("preemption").path("nominatedNodes"));
        for (JsonNode candidate : decision.path("preemption").path("candidates")) {
            if (nominated.contains(candidate.path("node").asText())) {
                line("");
                line("room can be made on node %s by removing %s"
                        .formatted(
                                candidate.path("node").asText(),
                                FirstOf.shown(texts(candidate.path("victims")), PODS_MAX)));
            }
        }
    }

    private void remedies() {
        JsonNode remedies = answer.path("remedies");
        if (remedies.isMissingNode()) {
            return;
        }
        line("");
        if (remedies.isEmpty()) {
            line("no small change that is known would let it run");
            return;
        }
        boolean verified = remedies.path(0).path("verified").asBoolean();
        line(
                verified
                        ? "smallest change that would let it run (tried against all plugins), any one of:"
                        : "what holds it back, and nothing more is known until then:");
        for (JsonNode remedy : remedies) {
            line("  " + String.join("; and ", texts(remedy.path("changes")))
                    + (verified ? ": runs on " + few(texts(remedy.path("nodes"))) : ""));
        }
    }

    private void line(String content) {
        text.append(content.stripTrailing()).append('\n');
    }

    private static String names(List<String> names) {
        return FirstOf.shown(names, NAMES_MAX);
    }

    /// Equally good ones, of which one is taken.
    private static String oneOf(List<String> names) {
        if (names.size() > NAMES_MAX) {
            return "one of " + names(names);
        }
        return names.size() < 2
                ? names(names)
                : String.join(", ", names.subList(0, names.size() - 1)) + " or " + names.getLast();
    }

    /// All of few names, else the first of them.
    private static String few(List<String> names) {
        return FirstOf.shown(names, names.size() <= FEW_MAX ? FEW_MAX : 1);
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
