package dev.tenure.sim.world;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.controllers.machineset.MachineTypes;
import dev.tenure.controllers.nodereadiness.ReadinessTypes;
import dev.tenure.controllers.podgc.retention.RetentionTypes;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.kinds.custom.CustomKinds;
import dev.tenure.kinds.definition.EstablishedDefinition;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// Kinds that are none of Kubernetes, but whose controllers are played too: machines, policies of taint
/// evictions, retentions of failed pods, rules of node readiness. Pure.
public final class PlayedKinds {
    private static final Instant MOMENT = Instant.parse("2026-01-01T00:00:00Z");

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
        EstablishedDefinition.complete(definition, MOMENT);
    }

    /// The definitions of [#definitions] as objects of a store that a cluster begins with.
    ///
    /// @param made when
    public static List<StoredObject> stored(Instant made) {
        var forms = new StoredForms();
        var all = new ArrayList<StoredObject>();
        for (ObjectNode definition : definitions()) {
            EstablishedDefinition.complete(definition, made);
            byte[] name = definition.at("/metadata/name").asText().getBytes(StandardCharsets.UTF_8);
            definition
                    .withObjectProperty("metadata")
                    .put("uid", UUID.nameUUIDFromBytes(name).toString());
            all.add(forms.read(
                    Json.write(definition),
                    GroupVersionKind.of(
                            definition.path("apiVersion").asText(),
                            definition.path("kind").asText())));
        }
        return all;
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
