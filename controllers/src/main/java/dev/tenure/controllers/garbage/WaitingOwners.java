package dev.tenure.controllers.garbage;

import dev.tenure.model.meta.ObjectMeta;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What owners wait for that are being deleted in the foreground, kept up as it goes: whether anything is
/// left is known without a look at all that an owner owns. Upstream looks at all of it each time:
/// graph_builder.go (blockingDependents). Confined to one loop.
final class WaitingOwners {
    private final Map<String, Waiting> owners = new HashMap<>();

    /// One owner.
    static final class Waiting {
        private final Set<String> blocking = new HashSet<>();
        private int told = Integer.MAX_VALUE;

        /// Whether something is left that the owner has to wait for.
        boolean blocked() {
            return !blocking.isEmpty();
        }

        /// Whether all that is owned ought to be looked at again. What changes is looked at anyway; so it is
        /// enough when that happens at first and each time half of it has gone, which costs no more than all
        /// of it twice.
        boolean tells() {
            boolean tells = blocking.size() <= told / 2;
            told = tells ? blocking.size() : told;
            return tells;
        }
    }

    /// What an owner waits for; found out of all that it owns when it is asked for the first time.
    Waiting of(String owner, Supplier<Stream<ObjectMeta>> owned) {
        Waiting known = owners.get(owner);
        if (known != null) {
            return known;
        }
        var waiting = new Waiting();
        owned.get().filter(meta -> blocks(meta, owner)).forEach(meta -> waiting.blocking.add(meta.uid()));
        owners.put(owner, waiting);
        return waiting;
    }

    /// An object is there, or has changed, that an owner owns or owned.
    ///
    /// @param meta asked for only when the owner waits
    void changed(String owner, String uid, Supplier<ObjectMeta> meta) {
        Optional.ofNullable(owners.get(owner)).ifPresent(waiting -> {
            if (blocks(meta.get(), owner)) {
                waiting.blocking.add(uid);
            } else {
                waiting.blocking.remove(uid);
            }
        });
    }

    /// An object is gone that an owner owned.
    void gone(String owner, String uid) {
        Optional.ofNullable(owners.get(owner)).ifPresent(waiting -> waiting.blocking.remove(uid));
    }

    /// The owner itself is gone.
    void forget(String owner) {
        owners.remove(owner);
    }

    /// Nothing waits for itself.
    private static boolean blocks(ObjectMeta meta, String owner) {
        return !meta.uid().equals(owner)
                && meta.ownerReferences().stream()
                        .anyMatch(reference -> reference.uid().equals(owner) && reference.blockOwnerDeletion());
    }
}
