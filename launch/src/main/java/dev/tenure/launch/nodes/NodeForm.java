package dev.tenure.launch.nodes;

import dev.tenure.cli.command.CommandFailure;
import dev.tenure.cli.command.ExitCode;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.simnodes.NewNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Map;

/// What new simulated nodes are like, beside their names.
///
/// @param zones they stand in `zone-1` to `zone-zones` in turn; 0: in none
/// @param labels beside the usual ones
/// @param taints that they bear from the beginning
/// @param capacity amounts by resource that differ from the usual ones or come on top, all of which pods can
/// have
public record NodeForm(int zones, Map<String, String> labels, List<TaintEdit> taints, Map<String, String> capacity) {
    public NodeForm {
        labels = Map.copyOf(labels);
        taints = List.copyOf(taints);
        capacity = Map.copyOf(capacity);
    }

    /// Nodes as they are when nothing is said of them.
    public static NodeForm plain(int zones) {
        return new NodeForm(zones, Map.of(), List.of(), Map.of());
    }

    /// Reads what a command line says.
    ///
    /// @param prefix of the options, for messages: `--` or `--node-`
    /// @param taints as kubectl writes them
    /// @throws CommandFailure when a taint is none, takes one away, or an amount is none
    static NodeForm read(
            String prefix, int zones, Map<String, String> labels, List<String> taints, Map<String, String> capacity) {
        capacity.forEach((name, amount) -> checkAmount(prefix, name, amount));
        List<TaintEdit> marks = taints.stream().map(text -> taint(prefix, text)).toList();
        return new NodeForm(zones, labels, marks, capacity);
    }

    private static TaintEdit taint(String prefix, String text) {
        try {
            TaintEdit taint = TaintEdit.parse(text);
            if (taint.remove()) {
                throw usage("%staint %s: a new node has no taint to remove".formatted(prefix, text));
            }
            return taint;
        } catch (IllegalArgumentException e) {
            throw usage("%staint: %s".formatted(prefix, e.getMessage()));
        }
    }

    private static void checkAmount(String prefix, String name, String amount) {
        try {
            Quantity.parse(amount);
        } catch (IllegalArgumentException _) {
            throw usage(
                    "%scapacity %s=%s: \"%s\" is no amount, for example 16Gi".formatted(prefix, name, amount, amount));
        }
    }

    private static CommandFailure usage(String message) {
        return new CommandFailure(ExitCode.USAGE, message);
    }

    /// Whether anything is said of the nodes but their zones.
    boolean special() {
        return !labels.isEmpty() || !taints.isEmpty() || !capacity.isEmpty();
    }

    /// The manifest of a node.
    ///
    /// @param place of the node among those of its kind, from 0
    ObjectNode node(String name, int place) {
        ObjectNode node = NewNode.named(name);
        ObjectNode written = node.withObject("/metadata/labels");
        if (zones > 0) {
            written.put(WellKnownLabels.ZONE, "zone-" + (place % zones + 1));
        }
        labels.forEach(written::put);
        for (TaintEdit mark : taints) {
            ObjectNode taint = node.withArray("/spec/taints").addObject();
            taint.put("key", mark.key())
                    .put("effect", mark.effect().orElseThrow().word());
            if (!mark.value().isEmpty()) {
                taint.put("value", mark.value());
            }
        }
        for (String field : List.of("capacity", "allocatable")) {
            capacity.forEach(node.withObject("/status/" + field)::put);
        }
        return node;
    }
}
