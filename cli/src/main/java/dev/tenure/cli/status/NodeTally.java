package dev.tenure.cli.status;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Counts nodes, and keeps the names of those that bear taints or are under pressure. Confined to one thread.
public final class NodeTally {
    private static final List<String> PRESSURES = List.of("MemoryPressure", "DiskPressure", "PIDPressure");

    private int total;
    private int ready;
    private int cordoned;
    private int noExecute;
    private final Map<String, List<String>> taints = new TreeMap<>();
    private final Map<String, List<String>> pressure = new TreeMap<>();

    /// @param object a node as the API tells it
    public void add(ObjectNode object) {
        if (Views.view(ResourceTypes.NODES, object) instanceof Node node) {
            add(node);
        }
    }

    private void add(Node node) {
        total++;
        ready += node.isTrue(Node.READY) ? 1 : 0;
        cordoned += node.spec().unschedulable() ? 1 : 0;
        noExecute += node.spec().taints().stream().anyMatch(t -> t.effect() == TaintEffect.NO_EXECUTE) ? 1 : 0;
        for (Taint taint : node.spec().taints()) {
            note(taints, taint.withoutTime().toString(), node);
        }
        for (String type : PRESSURES) {
            if (node.isTrue(type)) {
                note(pressure, type, node);
            }
        }
    }

    private static void note(Map<String, List<String>> nodes, String word, Node node) {
        nodes.computeIfAbsent(word, key -> new ArrayList<>()).add(node.name());
    }

    /// Puts `nodes`, `taints` and `pressure` into a status.
    public void into(ObjectNode status) {
        status.putObject("nodes")
                .put("total", total)
                .put("ready", ready)
                .put("cordoned", cordoned)
                .put("withNoExecuteTaint", noExecute);
        add(status.putObject("taints"), taints);
        add(status.putObject("pressure"), pressure);
    }

    private static void add(ObjectNode json, Map<String, List<String>> nodes) {
        nodes.forEach((word, names) -> names.forEach(json.withArrayProperty(word)::add));
    }
}
