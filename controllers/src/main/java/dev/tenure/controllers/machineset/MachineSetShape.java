package dev.tenure.controllers.machineset;

import dev.tenure.controllers.workload.PodTemplateShape;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The trees that a machine set comes to: its machines, and its status. Stateless.
final class MachineSetShape {
    private MachineSetShape() {}

    /// A machine of the set's template, without a name of its own.
    static ObjectNode machine(StoredObject set, ObjectNode tree) {
        JsonNode template = tree.path("spec").path("template");
        ObjectNode machine = Json.object()
                .put("apiVersion", MachineTypes.MACHINES.apiVersion())
                .put("kind", MachineTypes.MACHINES.kind());
        ObjectNode meta = machine.putObject("metadata");
        meta.put("generateName", set.key().name() + "-")
                .put("namespace", set.key().namespace());
        for (String field : List.of("labels", "annotations")) {
            if (template.path("metadata").path(field).isObject()) {
                meta.set(field, template.path("metadata").path(field));
            }
        }
        meta.putArray("finalizers").add(MachineCalls.FINALIZER);
        meta.putArray("ownerReferences").add(PodTemplateShape.controllerReference(MachineTypes.MACHINE_SETS, set));
        machine.set("spec", template.path("spec").isObject() ? template.path("spec") : Json.object());
        return machine;
    }

    /// How many machines there are, and how many of them have a node that is ready.
    ///
    /// @param ready the names of nodes that are
    static ObjectNode status(ObjectNode tree, List<Machine> machines, Set<String> ready) {
        long running = machines.stream()
                .filter(machine -> ready.contains(machine.node()))
                .count();
        ObjectNode status = Json.object()
                .put("replicas", machines.size())
                .put("fullyLabeledReplicas", machines.size())
                .put("readyReplicas", running)
                .put("availableReplicas", running)
                .put(
                        "observedGeneration",
                        tree.path("metadata").path("generation").asLong(0));
        String selector = selector(tree.path("spec").path("selector").path("matchLabels"));
        if (!selector.isEmpty()) {
            status.put("labelSelector", selector);
        }
        return status;
    }

    private static String selector(JsonNode labels) {
        List<String> terms = new ArrayList<>();
        labels.properties()
                .forEach(label ->
                        terms.add(label.getKey() + "=" + label.getValue().asText("")));
        return String.join(",", terms.stream().sorted().toList());
    }

    /// Whether a status says all of it already.
    static boolean isReported(JsonNode status, ObjectNode wanted) {
        return wanted.properties().stream()
                .allMatch(field -> status.path(field.getKey())
                        .asText("0")
                        .equals(field.getValue().asText()));
    }
}
