package dev.tenure.plan.change;

import dev.tenure.model.quantity.GoDuration;
import dev.tenure.plan.change.Change.NodeChoice;
import dev.tenure.rules.taint.TaintEdit;
import java.util.stream.Collectors;

/// What a change is called in one line, close to the command that asks for it.
public final class ChangeWords {
    private ChangeWords() {}

    public static String of(Change change) {
        return switch (change) {
            case Change.Nothing _ -> "nothing changes";
            case Change.TaintNodes(var nodes, var edits, var _, var term) ->
                "taint %s %s%s"
                        .formatted(
                                nodes(nodes),
                                edits.stream().map(TaintEdit::toString).collect(Collectors.joining(" ")),
                                term.map(given -> " for " + GoDuration.text(given.span()))
                                        .orElse(""));
            case Change.Cordon cordon -> cordon(cordon);
            case Change.Drain(var nodes, var _) -> "drain " + nodes(nodes);
            case Change.DeleteNodes(var nodes) -> "delete " + nodes(nodes);
            case Change.LoseNodes(var nodes, var lost) ->
                lost ? "lose " + nodes(nodes) : nodes(nodes) + " is heard of again";
            case Change.Apply(var manifests, var _) ->
                "apply "
                        + manifests.stream()
                                .map(manifest -> manifest.path("kind").asText() + "/"
                                        + manifest.at("/metadata/name").asText())
                                .collect(Collectors.joining(", "));
            case Change.Scale(var resource, var namespace, var name, var replicas) ->
                "scale %s %s/%s to %d".formatted(resource, namespace, name, replicas);
            case Change.Recorded(var words, var _) -> words;
            case Change.Steps(var steps) ->
                steps.stream()
                        .map(step -> "after %d s: %s".formatted(step.at().toSeconds(), of(step.change())))
                        .collect(Collectors.joining("; "));
        };
    }

    private static String cordon(Change.Cordon cordon) {
        return (cordon.on() ? "cordon " : "uncordon ") + nodes(cordon.nodes());
    }

    private static String nodes(NodeChoice choice) {
        if (choice.zone().isPresent()) {
            return "zone " + choice.zone().get();
        }
        if (!choice.names().isEmpty()) {
            return (choice.names().size() == 1 ? "node " : "nodes ") + String.join(", ", choice.names());
        }
        return choice.selector().isEmpty() ? "all nodes" : "nodes with " + choice.selector();
    }
}
