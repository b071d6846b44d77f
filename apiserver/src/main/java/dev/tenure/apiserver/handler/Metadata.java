package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.apiserver.registry.KindStrategy;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.List;

/// What the server itself writes into `metadata`, the same for all kinds.
public final class Metadata {
    private Metadata() {}

    /// Puts the namespace of the path into the object, or takes it out where it does not belong.
    ///
    /// @throws RefusedException with 400 when the object names another
    public static void settleNamespace(Call call, ObjectNode tree) {
        ObjectNode metadata = ObjectTrees.metadata(tree);
        String own = ObjectTrees.text(metadata, "namespace");
        String asked = call.namespace();
        if (!call.type().namespaced()) {
            metadata.remove("namespace");
            return;
        }
        if (own.isEmpty()) {
            metadata.put("namespace", asked);
        } else if (!own.equals(asked)) {
            throw new RefusedException(Statuses.otherNamespace());
        }
    }

    /// Takes out of a new object what nobody but the server says of it, so that nobody owns it either.
    static void wipe(ObjectNode tree) {
        ObjectTrees.metadata(tree)
                .remove(List.of(
                        "creationTimestamp", "uid", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"));
    }

    /// Name, uid, times and generation of a new object. Where the server counts no generations, one that the
    /// client sent stays.
    static void begin(KindEntry entry, ObjectNode tree, Identities identities, Instant now) {
        ObjectNode metadata = ObjectTrees.metadata(tree);
        metadata.put("uid", identities.uid());
        metadata.put("creationTimestamp", ObjectTrees.seconds(now));
        metadata.remove(List.of("deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"));
        if (entry.has(Flag.GENERATION)) {
            metadata.put("generation", 1);
        }
    }

    static boolean isNamed(ObjectNode tree) {
        return !ObjectTrees.text(ObjectTrees.metadata(tree), "name").isEmpty();
    }

    /// Gives a new object a generated name if it has none.
    static void generateName(ObjectNode tree, KindStrategy strategy, Identities identities) {
        ObjectNode metadata = ObjectTrees.metadata(tree);
        String prefix = ObjectTrees.text(metadata, "generateName");
        if (ObjectTrees.text(metadata, "name").isEmpty() && !prefix.isEmpty()) {
            metadata.put("name", strategy.makesNamesUnique() ? identities.name(prefix) : prefix);
        }
    }

    /// Puts back what no update may change.
    static void carryOver(ObjectNode next, ObjectNode old) {
        ObjectNode metadata = ObjectTrees.metadata(next);
        JsonNode before = old.path("metadata");
        if (ObjectTrees.text(metadata, "uid").isEmpty()) {
            copy(metadata, before, "uid");
        }
        copy(metadata, before, "creationTimestamp");
        copy(metadata, before, "generation");
        if (before.has("deletionTimestamp")) {
            copy(metadata, before, "deletionTimestamp");
        }
        if (before.has("deletionGracePeriodSeconds") && !metadata.has("deletionGracePeriodSeconds")) {
            copy(metadata, before, "deletionGracePeriodSeconds");
        }
    }

    /// Takes out of an object the address that objects had once.
    static void forgetLink(ObjectNode tree) {
        ObjectTrees.metadata(tree).remove("selfLink");
    }

    private static void copy(ObjectNode metadata, JsonNode before, String field) {
        JsonNode value = before.get(field);
        if (value == null) {
            metadata.remove(field);
        } else {
            metadata.set(field, value);
        }
    }

    /// The spec, or what counts as one, is another now.
    static void raiseGeneration(ObjectNode tree) {
        ObjectNode metadata = ObjectTrees.metadata(tree);
        metadata.put("generation", metadata.path("generation").asLong(0) + 1);
    }

    /// The same where generations are counted at all.
    static void raiseCountedGeneration(ObjectNode metadata) {
        long generation = metadata.path("generation").asLong(0);
        if (generation > 0) {
            metadata.put("generation", generation + 1);
        }
    }

    static boolean deleting(ObjectNode tree) {
        return tree.path("metadata").has("deletionTimestamp");
    }

    static boolean hasFinalizers(ObjectNode tree) {
        return !tree.path("metadata").path("finalizers").isEmpty();
    }

    /// @throws RefusedException with 422 when anything is wrong
    static void refuse(Call call, ObjectNode tree, FieldErrors errors) {
        call.warnings().addAll(errors.warnings());
        if (!errors.isEmpty()) {
            String name = ObjectTrees.text(tree.path("metadata"), "name");
            throw new RefusedException(errors.status(statedType(call, tree), name));
        }
    }

    /// Objects of kinds that were defined at run time are of the kind that they say, right or wrong.
    private static ResourceType statedType(Call call, ObjectNode tree) {
        ResourceType type = call.type();
        String[] stated = tree.path("apiVersion").asText(type.apiVersion()).split("/", -1);
        return call.entry().custom().isEmpty()
                ? call.entry().stored()
                : new ResourceType(
                        stated.length == 2 ? stated[0] : "",
                        type.version(),
                        type.resource(),
                        tree.path("kind").asText(type.kind()),
                        type.scope());
    }
}
