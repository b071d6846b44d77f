package dev.tenure.wire.json.decode;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;

/// A list of objects as a server answers it, of which each object is read for itself. Safe for use by several
/// threads, which may read different objects at once.
public interface Listing {
    /// What the list says of itself, the objects left out. Shared: not to be changed.
    ObjectNode head();

    int size();

    /// Opens an object; the tree is the caller's own.
    ///
    /// @param at from 0 to [#size]
    /// @throws DecodeException when it is damaged
    JsonNode item(int at);

    /// Whether what [#item] opens is in canonical form, see [Decoded].
    boolean isCanonical();
}
