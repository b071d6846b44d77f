package dev.tenure.apiserver.handler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.meta.StoredObject;

/// A stored object while it is changed: the tree that changes are made from, and what becomes of the changed tree.
sealed interface Opened permits OpenedBytes, OpenedTree {
    /// As it is stored.
    StoredObject object();

    /// With its revision; it may lack parts that the change does not look at. To be read only.
    ObjectNode tree();

    /// A copy of the tree whose metadata and finalizers can be changed in place, and everything else too where the kind
    /// knows no grace.
    ObjectNode copy();

    /// The stored form of another tree that was made from this one; parts that are the very same are not made anew.
    ///
    /// @param next not to be changed any more
    StoredObject stored(ObjectNode next);
}
