package dev.tenure.apiserver.handler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.request.WriteOptions;
import java.util.Optional;

/// Keeps `metadata.managedFields`: who set which fields last.
interface FieldOwnership {
    /// Notes that the sender of the request set what differs between `old` and `next`.
    void updated(Call call, WriteOptions options, Optional<ObjectNode> old, ObjectNode next);

    /// Notes what admission has changed since.
    void admitted(Call call, WriteOptions options, ObjectNode next);

    /// Drops what a creator may not say about ownership.
    void clean(ObjectNode body);
}
