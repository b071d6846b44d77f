package dev.tenure.sim.world;

import dev.tenure.model.meta.StoredObject;
import java.util.List;

/// What a simulated cluster is made with, beside its settings.
///
/// @param objects what its store holds at the beginning, each with its revision
/// @param revision of the store at the beginning; none of the objects is newer
/// @param observer notified of every write
/// @param substitutes for parts that are to be played by others
/// @param keepsEvents whether Events are stored; otherwise they are taken and forgotten, and all else is the same
public record ClusterParts(
        List<StoredObject> objects, long revision, Observer observer, Substitutes substitutes, boolean keepsEvents) {
    /// An empty store, real parts, and nobody who looks.
    public static final ClusterParts PLAIN = new ClusterParts(List.of(), 1, Observer.NOBODY, Substitutes.NONE, true);
}
