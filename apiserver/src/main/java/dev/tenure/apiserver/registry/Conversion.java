package dev.tenure.apiserver.registry;

import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Turns objects between the stored version of a kind and another one that is served. Pure, unless it asks
/// others.
public interface Conversion {
    /// A new object in the stored version, `apiVersion` and `kind` included.
    ObjectNode toStored(ObjectNode served);

    /// A new object in the served version, `apiVersion` and `kind` included.
    ObjectNode fromStored(ObjectNode stored);

    /// The same for many objects, in one go where that is less work.
    default List<ObjectNode> allFromStored(List<ObjectNode> stored) {
        return stored.stream().map(this::fromStored).toList();
    }

    /// Whether somebody outside of this server is asked, who may take long or not answer at all. Then both
    /// ways may be refused with a [RefusedException].
    default boolean asksOthers() {
        return false;
    }

    /// What is noted of an object beside it for field selectors, whichever version it was written in: the
    /// fields of the stored version.
    ///
    /// @param served those of the served version, where both have the same
    default List<SelectableField> noted(List<SelectableField> served) {
        return served;
    }
}
