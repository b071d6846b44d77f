package dev.tenure.plan.lint;

import dev.tenure.controllers.machineset.Machine;
import dev.tenure.controllers.machineset.MachineObjects;
import dev.tenure.controllers.machineset.MachineTemplate;
import dev.tenure.controllers.machineset.MachineTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.source.ClusterDump;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// A machine set: what its template says of nodes, and the nodes that its machines have. Immutable.
///
/// @param name namespace and name
/// @param nodes names
record MachinePool(String name, MachineTemplate template, Set<String> nodes) {
    MachinePool {
        nodes = Set.copyOf(nodes);
    }

    static List<MachinePool> of(ClusterDump dump) {
        List<StoredObject> machines = dump.all(MachineTypes.MACHINES).toList();
        return dump.all(MachineTypes.MACHINE_SETS)
                .map(set -> new MachinePool(
                        set.key().qualifiedName(),
                        MachineTemplate.of(set),
                        machines.stream()
                                .filter(machine -> machine.header().ownerUids().contains(set.uid()))
                                .map(MachineObjects::machine)
                                .map(Machine::node)
                                .collect(Collectors.toSet())))
                .toList();
    }
}
