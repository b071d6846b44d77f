package dev.tenure.apiserver.handler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.request.WriteOptions;
import java.util.Optional;

/// Keeps no managed fields.
final class NoOwnership implements FieldOwnership {
    @Override
    public void updated(Call call, WriteOptions options, Optional<ObjectNode> old, ObjectNode next) {
        Objects.metadata(next).remove("managedFields");
    }

    @Override
    public void admitted(Call call, WriteOptions options, ObjectNode next) {}

    @Override
    public void clean(ObjectNode body) {}
}
