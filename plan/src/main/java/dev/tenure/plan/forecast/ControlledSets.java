package dev.tenure.plan.forecast;

import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.ReplicationController;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.StoredObject;
import java.util.HashSet;
import java.util.Set;

/// Which replica sets and replication controllers have a controller themselves: those give up pods of crowded
/// nodes first. Confined to the thread of its world.
final class ControlledSets {
    private final Set<String> controlled = new HashSet<>();

    /// Notes an object of any kind.
    void seen(StoredObject object) {
        switch (object.key().resource()) {
            case "replicasets" -> note(object.view(ReplicaSet.class).meta());
            case "replicationcontrollers" ->
                note(object.view(ReplicationController.class).meta());
            default -> {
                // gives up no pods, or not so
            }
        }
    }

    private void note(ObjectMeta set) {
        if (set.controllerOwner().isPresent()) {
            controlled.add(set.uid());
        } else {
            controlled.remove(set.uid());
        }
    }

    /// @param set its uid
    boolean isControlled(String set) {
        return controlled.contains(set);
    }
}
