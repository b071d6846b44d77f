package dev.tenure.controllers.workload;

import dev.tenure.model.meta.LabelSelector;
import dev.tenure.model.meta.StoredObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Decides which objects a workload takes and which it lets go. Upstream: controller_ref_manager.go
/// (ClaimObject).
public final class AdoptionRule {
    /// @param adopt objects that nobody controls and that match
    /// @param release objects that it controls and that match no longer
    public record Claims(List<StoredObject> adopt, List<StoredObject> release) {
        public static final Claims NONE = new Claims(List.of(), List.of());

        public Claims {
            adopt = List.copyOf(adopt);
            release = List.copyOf(release);
        }

        public boolean isEmpty() {
            return adopt.isEmpty() && release.isEmpty();
        }
    }

    private AdoptionRule() {}

    /// @param owned all that it controls
    /// @param orphans objects of its namespace that nobody controls
    /// @return nothing for a workload that is being deleted: it neither takes nor gives
    public static Claims claims(
            StoredObject workload,
            LabelSelector selector,
            Collection<StoredObject> owned,
            Collection<StoredObject> orphans) {
        if (workload.header().deleting()) {
            return Claims.NONE;
        }
        var release = new ArrayList<StoredObject>();
        for (StoredObject object : owned) {
            if (!selector.matches(object.header().labels())) {
                release.add(object);
            }
        }
        var adopt = new ArrayList<StoredObject>();
        for (StoredObject object : orphans) {
            if (!object.header().deleting() && selector.matches(object.header().labels())) {
                adopt.add(object);
            }
        }
        return adopt.isEmpty() && release.isEmpty() ? Claims.NONE : new Claims(adopt, release);
    }
}
