package dev.tenure.apiserver.handler;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.apiserver.registry.KindEntry.Flag;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.decode.Decoded;
import dev.tenure.wire.json.decode.Empties;

/// What was empty in the object that a request is about to write, as it was read last: validation shows it,
/// and the object itself does not have it. Confined to one request.
final class EmptyParts {
    private Empties last = Empties.NONE;

    /// The object that was read.
    ObjectNode noted(Decoded read) {
        last = read.empties();
        return read.object();
    }

    /// An empty list of managers takes away those that there are, which no empty list in an object says:
    /// upstream's decoder tells it from an absent one.
    ///
    /// @param object the one that was noted last
    void keepReset(ObjectNode object) {
        if (last.at("metadata.managedFields").isPresent()) {
            ObjectTrees.metadata(object).putArray("managedFields");
        }
    }

    /// To be asked when the object is about to be stored.
    void forget(KindEntry entry, ObjectNode object) {
        if (!entry.has(Flag.STORED_AS_JSON) && entry.custom().isEmpty()) {
            last.forget(object);
        }
    }

    Empties last() {
        return last;
    }
}
