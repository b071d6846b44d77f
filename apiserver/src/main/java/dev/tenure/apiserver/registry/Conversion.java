package dev.tenure.apiserver.registry;

import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Turns objects between the stored version of a kind and another one that is served. Pure.
public interface Conversion {
    /// A new object in the stored version, `apiVersion` and `kind` included.
    ObjectNode toStored(ObjectNode served);

    /// A new object in the served version, `apiVersion` and `kind` included.
    ObjectNode fromStored(ObjectNode stored);

    /// What is noted of an object beside it for field selectors, whichever version it was written in: the fields of the
    /// stored version.
    ///
    /// @param served those of the served version, where both have the same
    default List<SelectableField> noted(List<SelectableField> served) {
        return served;
    }
}
