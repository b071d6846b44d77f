package dev.tenure.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;

/// Turns objects between the stored version of a kind and another one that is served. Pure.
public interface Conversion {
    /// A new object in the stored version, `apiVersion` and `kind` included.
    ObjectNode toStored(ObjectNode served);

    /// A new object in the served version, `apiVersion` and `kind` included.
    ObjectNode fromStored(ObjectNode stored);
}
