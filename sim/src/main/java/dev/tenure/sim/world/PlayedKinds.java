package dev.tenure.sim.world;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.controllers.machineset.MachineTypes;
import dev.tenure.controllers.nodereadiness.ReadinessTypes;
import dev.tenure.controllers.podgc.retention.RetentionTypes;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.kinds.custom.CustomKinds;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// Kinds that are none of Kubernetes, but whose controllers are played too: machines, policies of taint evictions,
/// retentions of failed pods, rules of node readiness. Pure.
public final class PlayedKinds {
    private static final String MOMENT = "2026-01-01T00:00:00Z";

    private PlayedKinds() {}

    /// The definitions of machines as a server holds them that serves the kinds.
    public static List<ObjectNode> machines() {
        List<ObjectNode> definitions = MachineTypes.definitions();
        definitions.forEach(PlayedKinds::establish);
        return definitions;
    }

    /// The same of policies of taint evictions.
    public static ObjectNode policies() {
        ObjectNode definition = PolicyTypes.definition();
        establish(definition);
        return definition;
    }

    /// The same of rules of node readiness.
    public static ObjectNode readinessRules() {
        ObjectNode definition = ReadinessTypes.definition();
        establish(definition);
        return definition;
    }

    /// New definitions of kinds that controllers obey wherever they are defined, machines apart.
    public static List<ObjectNode> definitions() {
        return List.of(PolicyTypes.definition(), RetentionTypes.definition(), ReadinessTypes.definition());
    }

    /// The same of retentions of failed pods.
    public static ObjectNode retentions() {
        ObjectNode definition = RetentionTypes.definition();
        establish(definition);
        return definition;
    }

    private static void establish(ObjectNode definition) {
        definition.withObject("/metadata").put("creationTimestamp", MOMENT);
        ObjectNode status = definition.putObject("status");
        status.set("acceptedNames", definition.at("/spec/names").deepCopy());
        ArrayNode conditions = status.putArray("conditions");
        condition(conditions.addObject(), "NamesAccepted", "NoConflicts", "no conflicts found");
        condition(
                conditions.addObject(), "Established", "InitialNamesAccepted", "the initial names have been accepted");
        status.putArray("storedVersions")
                .add(definition.at("/spec/versions/0/name").asText());
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
        List<ObjectNode> all = new ArrayList<>(machines());
        all.add(policies());
        all.add(readinessRules());
        all.add(retentions());
        return CustomKinds.of(all, (definition, e) -> {
            throw new IllegalStateException(
                    "the definition of " + definition.at("/metadata/name").asText() + " is none", e);
        });
    }
}
