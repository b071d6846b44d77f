package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.apiserver.request.DeleteOptions;
import dev.tenure.model.quantity.GoDuration;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Decides what a request for deletion does to an object, and writes the marks of it. Upstream:
/// rest.BeforeDelete and the generic registry's finalizer rules.
final class DeletionMark {
    private static final String ORPHAN = "orphan";
    private static final String FOREGROUND = "foregroundDeletion";

    private final TimeSource time;

    DeletionMark(TimeSource time) {
        this.time = time;
    }

    enum Decision {
        /// A deletion is under way already, and nothing changes.
        PENDING,
        /// Its finalizers keep it, and it bears the marks already.
        PENDING_MARKED,
        /// Simply remove it.
        DELETE,
        /// Store the marks; it goes later.
        MARK,
        /// Show watchers the marks, then remove it.
        MARK_THEN_DELETE
    }

    /// Decides, and marks `object` in place.
    Decision decide(KindEntry entry, ObjectNode object, DeleteOptions options) {
        if (entry.has(Flag.HELD_BY_SPEC)) {
            Optional<Decision> held = held(entry, object, options);
            if (held.isPresent()) {
                return held.get();
            }
        }
        if (entry.has(Flag.CLEANED_UP) && !Metadata.deleting(object)) {
            entry.strategy().markDeleted(object, ObjectTrees.seconds(time.wall()));
            return Decision.MARK;
        }
        Optional<Decision> graceful = graceful(entry, object, options);
        if (graceful.isPresent() && graceful.get() == Decision.PENDING) {
            return Decision.PENDING;
        }
        boolean changed = collectorFinalizers(entry, object, options);
        boolean finalizers = Metadata.hasFinalizers(object);
        if (graceful.isPresent()) {
            return finalizers ? Decision.MARK : graceful.get();
        }
        if (finalizers) {
            boolean marked = mark(object);
            return marked || changed ? Decision.MARK : Decision.PENDING_MARKED;
        }
        return Decision.DELETE;
    }

    /// A namespace stays until its content is gone: first it is marked, then held by `spec.finalizers`.
    private Optional<Decision> held(KindEntry entry, ObjectNode object, DeleteOptions options) {
        if (!Metadata.deleting(object)) {
            ObjectTrees.metadata(object).put("deletionTimestamp", ObjectTrees.seconds(time.wall()));
            ObjectNode status = object.get("status") instanceof ObjectNode s ? s : object.putObject("status");
            status.put("phase", "Terminating");
            collectorFinalizers(entry, object, options);
            return Optional.of(Decision.MARK);
        }
        return object.path("spec").path("finalizers").isEmpty()
                ? Optional.empty()
                : Optional.of(Decision.PENDING_MARKED);
    }

    /// @return empty when the kind, or this object now, knows no grace
    private Optional<Decision> graceful(KindEntry entry, ObjectNode object, DeleteOptions options) {
        OptionalLong asked = options.graceSeconds();
        if (asked.isPresent() && asked.getAsLong() < 0) {
            asked = OptionalLong.of(1);
        }
        ObjectNode metadata = ObjectTrees.metadata(object);
        if (Metadata.deleting(object)) {
            return shorten(metadata, asked);
        }
        if (!entry.has(Flag.GRACEFUL_DELETION)) {
            return Optional.empty();
        }
        long grace = entry.strategy().gracePeriodSeconds(object, asked);
        Instant end = time.wall().plus(GoDuration.ofSeconds(grace));
        metadata.put("deletionTimestamp", ObjectTrees.seconds(end));
        metadata.put("deletionGracePeriodSeconds", grace);
        Metadata.raiseCountedGeneration(metadata);
        return Optional.of(grace > 0 ? Decision.MARK : Decision.MARK_THEN_DELETE);
    }

    /// A deletion under way can only be made shorter.
    private Optional<Decision> shorten(ObjectNode metadata, OptionalLong asked) {
        long grace = metadata.path("deletionGracePeriodSeconds").asLong(0);
        if (grace == 0) {
            return Optional.empty();
        }
        if (asked.isEmpty() || asked.getAsLong() >= grace) {
            return Optional.of(Decision.PENDING);
        }
        long period = asked.getAsLong();
        Instant begun =
                Instant.parse(metadata.path("deletionTimestamp").asText()).minus(GoDuration.ofSeconds(grace));
        Instant end = begun.plus(GoDuration.ofSeconds(period));
        Instant now = time.wall();
        if (end.isBefore(now)) {
            // The time that is left is over; a deletion that is not at once still has to be confirmed.
            end = now;
            period = Math.min(period, 1);
        }
        metadata.put("deletionTimestamp", ObjectTrees.seconds(end));
        metadata.put("deletionGracePeriodSeconds", period);
        return Optional.of(period > 0 ? Decision.MARK : Decision.MARK_THEN_DELETE);
    }

    /// Marks an object that only its finalizers keep; tells whether that changed anything.
    private boolean mark(ObjectNode object) {
        ObjectNode metadata = ObjectTrees.metadata(object);
        boolean changed = false;
        if (!metadata.has("deletionTimestamp")) {
            Metadata.raiseCountedGeneration(metadata);
            metadata.put("deletionTimestamp", ObjectTrees.seconds(time.wall()));
            changed = true;
        }
        if (!metadata.path("deletionGracePeriodSeconds").isIntegralNumber()
                || metadata.path("deletionGracePeriodSeconds").asLong() != 0) {
            metadata.put("deletionGracePeriodSeconds", 0);
            changed = true;
        }
        return changed;
    }

    /// Sets or takes away the two finalizers of the garbage collector; tells whether anything changed.
    private static boolean collectorFinalizers(KindEntry entry, ObjectNode object, DeleteOptions options) {
        if (entry.has(Flag.NO_DEPENDENTS)) {
            return false;
        }
        JsonNode before = object.path("metadata").path("finalizers");
        var kept = new ArrayList<String>();
        boolean hadOrphan = false;
        boolean hadForeground = false;
        for (JsonNode one : before) {
            switch (one.asText()) {
                case ORPHAN -> hadOrphan = true;
                case FOREGROUND -> hadForeground = true;
                default -> kept.add(one.asText());
            }
        }
        boolean orphan = orphans(entry, options, hadOrphan, hadForeground);
        boolean foreground = foreground(options, hadOrphan, hadForeground);
        if (orphan == hadOrphan && foreground == hadForeground) {
            return false;
        }
        if (orphan) {
            kept.add(ORPHAN);
        }
        if (foreground) {
            kept.add(FOREGROUND);
        }
        set(ObjectTrees.metadata(object), kept);
        return true;
    }

    private static void set(ObjectNode metadata, List<String> finalizers) {
        if (finalizers.isEmpty()) {
            metadata.remove("finalizers");
        } else {
            ArrayNode list = metadata.putArray("finalizers");
            finalizers.forEach(list::add);
        }
    }

    private static boolean orphans(KindEntry entry, DeleteOptions options, boolean hadOrphan, boolean hadForeground) {
        if (options.orphanDependents().isPresent()) {
            return options.orphanDependents().get();
        }
        if (options.propagation().isPresent()) {
            return options.propagation().get().equals("Orphan");
        }
        if (hadOrphan || hadForeground) {
            return hadOrphan;
        }
        return entry.has(Flag.ORPHANS_BY_DEFAULT);
    }

    private static boolean foreground(DeleteOptions options, boolean hadOrphan, boolean hadForeground) {
        if (options.orphanDependents().isPresent()) {
            return false;
        }
        if (options.propagation().isPresent()) {
            return options.propagation().get().equals("Foreground");
        }
        return hadForeground && !hadOrphan;
    }
}
