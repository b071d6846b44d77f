package dev.tenure.plan.copy;

import dev.tenure.controllers.machineset.MachineObjects;
import dev.tenure.controllers.machineset.MachineTypes;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The nodes that new machines get in a forecast: each like a node that its machine set has already, else
/// like any of the cluster. Immutable.
public final class MachineNodes {
    private static final String SPEC = "spec";
    private static final String STATUS = "status";

    /// Nodes to be like, by the names of machine sets.
    private final Map<String, StoredObject> bySet = new HashMap<>();

    private final Optional<StoredObject> usual;

    private MachineNodes(ClusterDump dump) {
        usual = dump.all(ResourceTypes.NODES).findFirst();
        dump.all(MachineTypes.MACHINE_SETS)
                .forEach(set -> dump.all(MachineTypes.MACHINES)
                        .filter(machine -> machine.header().ownerUids().contains(set.uid()))
                        .flatMap(machine -> node(dump, machine))
                        .findFirst()
                        .or(() -> usual)
                        .ifPresent(node -> bySet.put(set.key().name(), node)));
    }

    /// Empty where a dump has no machines.
    public static Optional<MachineNodes> of(ClusterDump dump) {
        return hasMachines(dump) ? Optional.of(new MachineNodes(dump)) : Optional.empty();
    }

    /// Whether a dump has machines or sets of them.
    public static boolean hasMachines(ClusterDump dump) {
        return Stream.of(MachineTypes.MACHINE_SETS, MachineTypes.MACHINES)
                .anyMatch(type -> dump.all(type).findAny().isPresent());
    }

    private static Stream<StoredObject> node(ClusterDump dump, StoredObject machine) {
        String name = MachineObjects.machine(machine).node();
        return dump.all(ResourceTypes.NODES).filter(node -> node.key().name().equals(name));
    }

    /// A new node for a machine, which is named after its set. Its taints, and what the machine says of its
    /// labels, come from the machine.
    public ObjectNode make(String machine) {
        ObjectNode made = Json.object().put("apiVersion", "v1").put("kind", "Node");
        ObjectNode labels = made.putObject("metadata").put("name", machine).putObject("labels");
        Optional<ObjectNode> like = bySet.entrySet().stream()
                .filter(set -> machine.startsWith(set.getKey() + "-"))
                .max(Comparator.comparingInt(set -> set.getKey().length()))
                .map(Map.Entry::getValue)
                .or(() -> usual)
                .map(node -> Json.readObject(node.json()));
        made.putObject(SPEC);
        ObjectNode status = made.putObject(STATUS);
        like.ifPresent(node -> {
            if (node.at("/metadata/labels") instanceof ObjectNode known) {
                labels.setAll(known);
            }
            for (String amount : new String[] {"capacity", "allocatable"}) {
                JsonNode resources = node.path(STATUS).path(amount);
                if (resources.isObject()) {
                    status.set(amount, resources);
                }
            }
        });
        labels.put(WellKnownLabels.HOSTNAME, machine);
        return made;
    }
}
