package dev.tenure.client.informer;

import dev.tenure.model.meta.StoredObject;
import java.util.Optional;

/// What a loop does with the changes that its informer sees. Every method runs on the loop.
public interface InformerHandler {
    /// An object is new (`before` absent) or has changed. A relist may skip states in between, never the
    /// last one.
    void changed(Optional<StoredObject> before, StoredObject after);

    /// An object is gone; `last` is the last state that was seen.
    void deleted(StoredObject last);

    /// A page of a list that has more of them is here; nothing of it has been handed over yet. A list that
    /// fails begins anew, and so do these numbers.
    default void reading(ReadSoFar soFar) {}

    /// Everything that existed when the informer began has been handed over; called once.
    default void synced() {}

    /// A batch of changes has been handed over; called after each batch, for work that is done once for many
    /// changes.
    default void batchEnded() {}

    /// The copy cannot be kept up at present: a list or the beginning of a watch has failed. It is tried
    /// again.
    default void failed(Exception why) {}

    /// The copy is kept up, for the first time or again.
    default void followed() {}
}
