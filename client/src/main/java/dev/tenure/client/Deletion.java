package dev.tenure.client;

import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;
import java.util.OptionalLong;

/// What is said of a deletion besides the name of what goes: the DeleteOptions of the API. Immutable.
///
/// @param uid of the object that is meant; absent for whatever bears the name
/// @param revision at which the object must still stand; absent for any
/// @param graceSeconds how long it may take to end; absent for as long as it says itself
/// @param propagation what becomes of what it owns; absent for what is usual of its kind
public record Deletion(
        Optional<String> uid, OptionalLong revision, OptionalLong graceSeconds, Optional<String> propagation) {
    /// Of whatever bears the name.
    public static final Deletion BY_NAME =
            new Deletion(Optional.empty(), OptionalLong.empty(), OptionalLong.empty(), Optional.empty());

    /// Of the object that was judged, and of no other that has its name by now.
    public static Deletion of(String uid) {
        return new Deletion(Optional.of(uid), BY_NAME.revision, BY_NAME.graceSeconds, BY_NAME.propagation);
    }

    /// Only if nobody has written the object since.
    public Deletion at(long seen) {
        return new Deletion(uid, OptionalLong.of(seen), graceSeconds, propagation);
    }

    /// Without grace.
    public Deletion atOnce() {
        return new Deletion(uid, revision, OptionalLong.of(0), propagation);
    }

    /// @param policy for example `Foreground`
    public Deletion propagating(String policy) {
        return new Deletion(uid, revision, graceSeconds, Optional.of(policy));
    }

    Document options() {
        ObjectNode options = Json.object().put("apiVersion", "v1").put("kind", "DeleteOptions");
        graceSeconds.ifPresent(seconds -> options.put("gracePeriodSeconds", seconds));
        propagation.ifPresent(policy -> options.put("propagationPolicy", policy));
        if (uid.isPresent() || revision.isPresent()) {
            ObjectNode preconditions = options.putObject("preconditions");
            uid.ifPresent(known -> preconditions.put("uid", known));
            revision.ifPresent(seen -> preconditions.put("resourceVersion", Long.toString(seen)));
        }
        return Document.of(options);
    }
}
