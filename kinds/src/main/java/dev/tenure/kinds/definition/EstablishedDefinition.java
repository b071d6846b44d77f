package dev.tenure.kinds.definition;

import dev.tenure.apiserver.handler.ObjectTrees;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;

/// Definitions that are part of the program, as a server holds them that serves their kinds: as if somebody
/// had made them there. Nothing of them is checked, for a test does that, and a start is quicker for it.
/// Pure.
public final class EstablishedDefinition {
    private static final CustomResourceDefinitionStrategy STRATEGY = new CustomResourceDefinitionStrategy();

    private EstablishedDefinition() {}

    /// Completes a definition in place.
    ///
    /// @param definition without a status
    /// @param made when it was made, and its names were accepted; seconds count
    public static void complete(ObjectNode definition, Instant made) {
        STRATEGY.setDefaults(definition);
        STRATEGY.prepareForCreate(definition);
        String moment = ObjectTrees.seconds(made);
        ObjectTrees.metadata(definition).put("creationTimestamp", moment).put("generation", 1);
        ObjectNode status = definition.withObjectProperty("status");
        status.set("acceptedNames", definition.at("/spec/names").deepCopy());
        ArrayNode conditions = status.putArray("conditions");
        condition(conditions.addObject(), moment, "NamesAccepted", "NoConflicts", "no conflicts found");
        condition(
                conditions.addObject(),
                moment,
                "Established",
                "InitialNamesAccepted",
                "the initial names have been accepted");
        STRATEGY.beforeStoring(definition);
    }

    private static void condition(ObjectNode condition, String at, String type, String reason, String message) {
        condition
                .put("type", type)
                .put("status", "True")
                .put("lastTransitionTime", at)
                .put("reason", reason)
                .put("message", message);
    }

    /// A definition as it is put into a store.
    ///
    /// @param entry the kind of definitions
    /// @param definition without a status; completed in place
    public static StoredObject stored(KindEntry entry, ObjectNode definition, Instant made, String uid) {
        complete(definition, made);
        ObjectTrees.metadata(definition).put("uid", uid);
        return ObjectTrees.stored(entry, definition);
    }
}
