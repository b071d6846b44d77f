package dev.tenure.sim.world;

import dev.tenure.model.meta.StoredObject;
import java.util.Optional;

/// Notified of every write that a simulated cluster's store has acknowledged, before anybody else. Runs on
/// the thread of the world, within the request; it must neither write nor throw.
public interface Observer {
    /// Somebody who does not look.
    Observer NOBODY = _ -> {};

    /// One acknowledged write.
    ///
    /// @param after what is stored since; for a deletion the last state, with the revision of the
    ///     deletion
    record Write(Origin origin, Optional<StoredObject> before, StoredObject after, boolean deletion) {}

    void written(Write write);
}
