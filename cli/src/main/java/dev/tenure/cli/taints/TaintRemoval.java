package dev.tenure.cli.taints;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.plan.policy.ReadinessReasons;
import dev.tenure.rules.taint.TaintReason;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The commands that take a taint away from its nodes, those that show beforehand what would follow, and what
/// would put it back. Stateless.
///
/// @param program how this program is called
/// @param reasons why the nodes bear it
record TaintRemoval(String program, Taint taint, List<Node> nodes, ReadinessReasons reasons) {
    /// A line of a shell takes many more names; people read no more at once.
    private static final int NODES_IN_ONE = 100;

    TaintRemoval {
        nodes = List.copyOf(nodes);
    }

    ObjectNode json() {
        var cordoned = new ArrayList<String>();
        var tainted = new ArrayList<String>();
        Map<TaintReason, List<String>> returns = new LinkedHashMap<>();
        for (Node node : nodes) {
            TaintReason reason = reasons.reason(node, taint);
            boolean lasting = reason instanceof TaintReason.Lasting;
            if (lasting && taint.key().equals(WellKnownTaints.UNSCHEDULABLE)) {
                cordoned.add(node.name());
                continue;
            }
            tainted.add(node.name());
            if (lasting && reason.keptBy().isPresent()) {
                returns.computeIfAbsent(reason, _ -> new ArrayList<>()).add(node.name());
            }
        }
        ObjectNode json = Json.object();
        ArrayNode commands = json.putArray("commands");
        ArrayNode looks = json.putArray("lookAhead");
        String edit = "%s:%s-".formatted(taint.key(), taint.effect().word());
        for (String names : chunks(tainted)) {
            commands.add("kubectl taint nodes %s %s".formatted(names, edit));
            looks.add("%s plan taint nodes %s %s".formatted(program, names, edit));
        }
        for (String names : chunks(cordoned)) {
            commands.add("kubectl uncordon " + names);
            looks.add("%s plan uncordon %s".formatted(program, names));
        }
        ArrayNode back = json.putArray("comesBack");
        returns.forEach((reason, names) -> {
            ObjectNode entry =
                    back.addObject().put("by", reason.keptBy().orElse("")).put("why", reason.words());
            names.forEach(entry.putArray("nodes")::add);
        });
        return json;
    }

    private static List<String> chunks(List<String> names) {
        var chunks = new ArrayList<String>();
        for (int from = 0; from < names.size(); from += NODES_IN_ONE) {
            chunks.add(String.join(" ", names.subList(from, Math.min(names.size(), from + NODES_IN_ONE))));
        }
        return chunks;
    }
}
