package dev.tenure.sim.scenario;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.fault.FaultPlan;
import java.time.Instant;
import java.util.List;

/// A cluster at rest, from which any number of runs begin. Immutable; its objects are shared by the
/// runs.
///
/// @param objects everything that its store holds
/// @param revision of the store
/// @param epoch what the wall clock shows
/// @param targets what there is to break
public record World(List<StoredObject> objects, long revision, Instant epoch, FaultPlan.Targets targets) {
    public World {
        objects = List.copyOf(objects);
    }
}
