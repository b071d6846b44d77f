package dev.tenure.client.informer;

import dev.tenure.model.meta.StoredObject;
import java.util.Optional;

/// For a collection that a loop looks up and whose changes wake nobody: tells only when it is complete.
///
/// @param complete run on the loop, once
public record CompletionHandler(Runnable complete) implements InformerHandler {
    @Override
    public void changed(Optional<StoredObject> before, StoredObject after) {
        // nobody waits for it
    }

    @Override
    public void deleted(StoredObject last) {
        // nobody waits for it
    }

    @Override
    public void synced() {
        complete.run();
    }
}
