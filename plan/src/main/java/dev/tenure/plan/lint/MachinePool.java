package dev.tenure.plan.lint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.controllers.machineset.MachineTypes;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.wire.json.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A machine set: what its template says of nodes, and the nodes that its machines have. Immutable.
///
/// @param name namespace and name
/// @param taints of the template; those whose effect is unknown are left out
/// @param labels of the template's nodes
/// @param nodes names
record MachinePool(String name, Set<Taint> taints, Map<String, String> labels, Set<String> nodes) {
    MachinePool {
        taints = Set.copyOf(taints);
        labels = Map.copyOf(labels);
        nodes = Set.copyOf(nodes);
    }

    static List<MachinePool> of(ClusterDump dump) {
        List<StoredObject> machines = dump.all(MachineTypes.MACHINES).toList();
        return dump.all(MachineTypes.MACHINE_SETS)
                .map(set -> new MachinePool(
                        set.key().qualifiedName(),
                        taints(template(set).path("taints")),
                        labels(template(set).at("/metadata/labels")),
                        machines.stream()
                                .filter(machine -> machine.header().ownerUids().contains(set.uid()))
                                .map(MachinePool::node)
                                .collect(Collectors.toSet())))
                .toList();
    }

    private static JsonNode template(StoredObject set) {
        return Json.readObject(set.json()).at("/spec/template/spec");
    }

    private static String node(StoredObject machine) {
        return Json.readObject(machine.json()).at("/status/nodeRef/name").asText("");
    }

    private static Set<Taint> taints(JsonNode list) {
        Set<Taint> taints = new HashSet<>();
        for (JsonNode taint : list) {
            TaintEffect.ofWord(taint.path("effect").asText(""))
                    .ifPresent(effect -> taints.add(new Taint(
                            taint.path("key").asText(""), taint.path("value").asText(""), effect)));
        }
        return taints;
    }

    private static Map<String, String> labels(JsonNode object) {
        Map<String, String> labels = new HashMap<>();
        if (object instanceof ObjectNode all) {
            all.properties()
                    .forEach(
                            label -> labels.put(label.getKey(), label.getValue().asText("")));
        }
        return labels;
    }
}
