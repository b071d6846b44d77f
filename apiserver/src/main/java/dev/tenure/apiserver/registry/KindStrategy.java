package dev.tenure.apiserver.registry;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.WorkingTree;
import dev.tenure.wire.json.decode.Empties;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What is peculiar to one kind: defaults, what may be written where, what is valid. Without state, so safe
/// for use by several threads; what it changes in place is a tree that the caller alone has. The defaults
/// suit a plain kind whose `status`, if it has one, is written through its subresource.
///
/// Objects come in canonical form (decoded and pruned by the codec, with `apiVersion` and `kind`) and may
/// be changed in place by the methods that say so. The handlers call, in this order:
///
/// - for a new object [#setDefaults] (then managedFields are written), mutating admission,
///   [#prepareForCreate], [#validate] and, when that found nothing, `ObjectMetaValidation.commonCreate`,
///   [#warnings], validating admission, [#beforeStoring];
/// - for a changed object [#setDefaults] (then managedFields are written), mutating admission,
///   [#prepareForUpdate], [#raisesGeneration], [#prepareCounted], `ObjectMetaValidation.commonUpdate` and
///   [#validateUpdate], whose findings are reported together, [#warnings], validating admission,
///   [#beforeStoring]. An apply is merged by field managers first and gets its defaults then.
///
/// Names, uids, times and generations are the handlers' to set. What a kind checks of its metadata, its name
/// above all, belongs to its strategy; registry.meta.PlainKind makes the usual checks.
public interface KindStrategy {
    /// A kind without any rules of its own.
    KindStrategy PLAIN = new KindStrategy() {};

    /// Why an object cannot be read though its schema allows it; asked of every body, and of what a patch
    /// made.
    ///
    /// @return in upstream's words; empty when it can be read
    default Optional<String> unreadable(ObjectNode object) {
        return Optional.empty();
    }

    /// Fills in what the writer left out, in place. Called on every decoded or patched object before
    /// admission.
    default void setDefaults(ObjectNode object) {}

    /// As [#setDefaults], of an object whose spec has its defaults already.
    default void setStatusDefaults(ObjectNode object) {
        setDefaults(object);
    }

    /// Resets what a creator may not set and derives what is derived, in place; after admission, before
    /// [#validate].
    default void prepareForCreate(ObjectNode object) {
        object.remove("status");
    }

    /// Puts back, in place, what this way of writing may not change.
    ///
    /// @param subresource empty for the object itself
    default void prepareForUpdate(ObjectNode next, ObjectNode old, String subresource) {
        if (subresource.equals("status")) {
            keepAllBut(next, old, "status");
        } else if (subresource.isEmpty()) {
            keep(next, old, "status");
        }
    }

    /// Notes in place when a change happened; after [#prepareForUpdate].
    ///
    /// @param now as it stands in objects
    default void noteMoment(ObjectNode next, ObjectNode old, String subresource, String now) {}

    /// Fields that a way of writing never changes, as paths such as `status` or `metadata.labels`; nobody
    /// comes to own them by it.
    default List<String> resetFields(String subresource) {
        return subresource.isEmpty() ? List.of("status") : List.of("spec");
    }

    /// Reports what is wrong with a new object. Not called when metadata alone is wrong beyond use.
    default void validate(ObjectNode object, FieldErrors errors) {}

    /// Reports what is wrong with a changed object: its new state and the step from the old one.
    default void validateUpdate(ObjectNode next, ObjectNode old, String subresource, FieldErrors errors) {
        if (subresource.isEmpty()) {
            validate(next, errors);
        }
    }

    /// Takes out, in place, what is not kept, and fills in what follows from what admission changed; last of
    /// all, after [#validate] and admission.
    default void beforeStoring(ObjectNode object) {}

    /// Puts right, in place and after [#setDefaults], what another server has stored otherwise than it is
    /// shown.
    default void whenRead(ObjectNode object) {}

    /// Marks an object, in place, for the deletion that [KindEntry.Flag#CLEANED_UP] speaks of.
    ///
    /// @param now as it stands in objects
    default void markDeleted(ObjectNode object, String now) {}

    /// What is said to those who select by a field that the kind does not offer. Kinds that offer none at
    /// all are not asked.
    default String unknownField(String field) {
        return "field label not supported: " + field;
    }

    /// Texts for `Warning` headers.
    default List<String> warnings(ObjectNode next, Optional<ObjectNode> old) {
        return List.of();
    }

    /// Texts for `Warning` headers of what a new object says before [#prepareForCreate] rewrites it; they are
    /// sent even when the object is refused.
    default List<String> warningsBeforeCreate(ObjectNode object) {
        return List.of();
    }

    /// Texts for `Warning` headers when the status is written.
    default List<String> statusWarnings(ObjectNode next) {
        return List.of();
    }

    /// Texts for `Warning` headers of a deletion, sent whether or not the object exists.
    ///
    /// @param undecided whether the request leaves open what becomes of dependents
    default List<String> warningsOnDelete(boolean undecided) {
        return List.of();
    }

    /// Which of two objects a table shows first; where neither is, they stay in the order of their names.
    default int compareRows(ObjectNode one, ObjectNode other) {
        return 0;
    }

    /// How the kind checks the form of `metadata.name`.
    default NameFormat nameFormat() {
        return NameFormat.DNS_SUBDOMAIN;
    }

    /// Whether `generateName` is made unique by something random behind it. If not, it is the name.
    default boolean makesNamesUnique() {
        return true;
    }

    /// The grace period of a deletion in seconds; only asked for kinds that support graceful deletion. Zero
    /// means at once.
    ///
    /// @param asked what the request says; may be negative
    default long gracePeriodSeconds(ObjectNode object, OptionalLong asked) {
        return Math.max(0, asked.orElse(0));
    }

    /// Whether the generation rises with this change. Asked of kinds that count generations, after
    /// [#prepareForUpdate].
    default boolean raisesGeneration(ObjectNode next, ObjectNode old) {
        return !next.path("spec").equals(old.path("spec"));
    }

    /// The same for a kind that tells an empty list or map from an absent one; most do not.
    ///
    /// @param sent what was empty in the next object as it was sent
    default boolean raisesGeneration(ObjectNode next, ObjectNode old, Empties sent) {
        return raisesGeneration(next, old);
    }

    /// Takes away what counts as a change and does not last. Asked after [#raisesGeneration].
    default void prepareCounted(ObjectNode next, ObjectNode old) {}

    /// Makes `next` show the old value of one top-level field.
    static void keep(ObjectNode next, ObjectNode old, String field) {
        JsonNode value = old.get(field);
        if (value == null) {
            next.remove(field);
        } else {
            next.set(field, WorkingTree.copy(value));
        }
    }

    /// Makes `next` show the old values of all top-level fields but `metadata` and the one named, in their
    /// places.
    static void keepAllBut(ObjectNode next, ObjectNode old, String changeable) {
        var kept = List.of("apiVersion", "kind", "metadata", changeable);
        next.properties().removeIf(e -> !kept.contains(e.getKey()) && !old.has(e.getKey()));
        old.properties().forEach(e -> {
            if (!kept.contains(e.getKey()) && !WorkingTree.areOne(next.get(e.getKey()), e.getValue())) {
                next.set(e.getKey(), WorkingTree.copy(e.getValue()));
            }
        });
    }
}
