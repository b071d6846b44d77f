package dev.tenure.sim.world;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.controllers.machineset.MachineTypes;
import dev.tenure.kinds.custom.CustomKinds;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// The kinds of machines, which are no kinds of Kubernetes, but whose controllers are played too. Pure.
public final class MachineKinds {
    private static final String MOMENT = "2026-01-01T00:00:00Z";

    private MachineKinds() {}

    /// Their definitions as a server holds them that serves the kinds.
    public static List<ObjectNode> established() {
        List<ObjectNode> definitions = MachineTypes.definitions();
        definitions.forEach(MachineKinds::establish);
        return definitions;
    }

    private static void establish(ObjectNode definition) {
        definition.withObject("/metadata").put("creationTimestamp", MOMENT);
        ObjectNode status = definition.putObject("status");
        status.set("acceptedNames", definition.at("/spec/names").deepCopy());
        ArrayNode conditions = status.putArray("conditions");
        condition(conditions.addObject(), "NamesAccepted", "NoConflicts", "no conflicts found");
        condition(
                conditions.addObject(), "Established", "InitialNamesAccepted", "the initial names have been accepted");
        status.putArray("storedVersions").add(MachineTypes.MACHINES.version());
    }

    private static void condition(ObjectNode condition, String type, String reason, String message) {
        condition
                .put("type", type)
                .put("status", "True")
                .put("lastTransitionTime", MOMENT)
                .put("reason", reason)
                .put("message", message);
    }

    /// What a table of kinds has of them.
    static List<KindEntry> entries() {
        return CustomKinds.of(established(), (definition, e) -> {
            throw new IllegalStateException(
                    "the definition of " + definition.at("/metadata/name").asText() + " is none", e);
        });
    }
}
