package dev.tenure.sim.invariant;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.world.Observer.Write;
import dev.tenure.store.Store;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// No acknowledged write is lost: after each event the store shows, for every key that was written, the
/// last write that it acknowledged. Confined to the thread of its world.
final class AcknowledgedInvariant implements Invariant {
    private final Store store;
    private final Consumer<String> violated;
    private final Map<ObjectKey, Write> written = new LinkedHashMap<>();

    AcknowledgedInvariant(Store store, Consumer<String> violated) {
        this.store = store;
        this.violated = violated;
    }

    @Override
    public void after(Write write) {
        written.put(write.after().key(), write);
    }

    @Override
    public void eventEnded() {
        if (written.isEmpty()) {
            return;
        }
        written.forEach(this::check);
        written.clear();
    }

    private void check(ObjectKey key, Write write) {
        Optional<StoredObject> stored = store.get(key);
        boolean kept = write.deletion()
                ? stored.isEmpty()
                : stored.filter(object -> object.revision() == write.after().revision())
                        .isPresent();
        if (!kept) {
            violated.accept("%s of %s at revision %d was acknowledged, and the store shows %s"
                    .formatted(
                            write.deletion() ? "the deletion" : "a write",
                            key.path(),
                            write.after().revision(),
                            stored.map(StoredObject::toString).orElse("nothing")));
        }
    }
}
