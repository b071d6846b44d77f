package dev.tenure.sim.world;

import dev.tenure.model.meta.StoredObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// What a simulated cluster is made with, beside its settings.
///
/// @param objects what its store holds at the beginning, each with its revision
/// @param revision of the store at the beginning; none of the objects is newer
/// @param observer notified of every write
/// @param substitutes for parts that are to be played by others
/// @param keepsEvents whether Events are stored; otherwise they are taken and forgotten, and all else is the
///     same
/// @param silences when nodes were last heard of that are silent at the beginning, by name: their grace
///     periods run already
public record ClusterParts(
        List<StoredObject> objects,
        long revision,
        Observer observer,
        Substitutes substitutes,
        boolean keepsEvents,
        Map<String, Instant> silences) {
    /// With nodes of which nothing is known but what their objects say.
    public ClusterParts(
            List<StoredObject> objects,
            long revision,
            Observer observer,
            Substitutes substitutes,
            boolean keepsEvents) {
        this(objects, revision, observer, substitutes, keepsEvents, Map.of());
    }

    /// An empty store, real parts, and nobody who looks.
    public static final ClusterParts PLAIN = new ClusterParts(List.of(), 1, Observer.NOBODY, Substitutes.NONE, true);
}
