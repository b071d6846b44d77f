package dev.tenure.console.page;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.StreamSupport;

/// When the taints of a node were last written, by its managed fields: what kubectl puts on a node does not
/// say since when it is there. Pure.
final class TaintTimes {
    private TaintTimes() {}

    /// Absent when nobody is known to have written them.
    static Optional<Instant> written(StoredObject node) {
        return StreamSupport.stream(
                        Json.readObject(node.json())
                                .at("/metadata/managedFields")
                                .spliterator(),
                        false)
                .filter(manager -> manager.at("/fieldsV1/f:spec").has("f:taints"))
                .flatMap(manager -> manager.path("time").asTime().stream())
                .max(Comparator.naturalOrder());
    }
}
