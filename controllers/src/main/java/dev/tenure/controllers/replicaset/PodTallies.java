package dev.tenure.controllers.replicaset;

import dev.tenure.controllers.replicaset.ReplicaSetStatusRule.Counts;
import dev.tenure.controllers.workload.OwnedPodsCache;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.StoredObject;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// How many pods of each set are in which state, kept up with each pod that changes, so that a look at a set
/// needs no look at all its pods. A set's are counted anew after it has changed or a pod of it is gone.
/// Confined to one loop.
final class PodTallies {
    private final Map<String, Tally> byOwner = new HashMap<>();

    /// The pods of one set.
    static final class Tally {
        private final ReplicaSet set;
        private Counts counts = Counts.NONE;
        private int matching;

        private Tally(ReplicaSet set) {
            this.set = set;
        }

        private void add(StoredObject stored, int by) {
            Pod pod = stored.view(Pod.class);
            Counts one = ReplicaSetStatusRule.count(set, pod);
            counts = counts.plus(one, by);
            if (one.active() > 0 && set.selector().matches(stored.header().labels())) {
                matching += by;
            }
        }

        /// A set whose pods are available as soon as they are ready.
        Counts counts() {
            return counts;
        }

        /// How many active pods the set's selector matches.
        int matching() {
            return matching;
        }

        /// How many active pods it does not match.
        int strangers() {
            return counts.active() - matching;
        }
    }

    /// A pod was reported; every change has to be.
    void changed(Optional<StoredObject> before, StoredObject after) {
        if (before.isPresent()) {
            count(before.get(), -1);
        }
        count(after, 1);
    }

    private void count(StoredObject pod, int by) {
        Tally tally = owner(pod).map(owner -> byOwner.get(owner.uid())).orElse(null);
        if (tally != null) {
            tally.add(pod, by);
        }
    }

    private static Optional<OwnerReference> owner(StoredObject pod) {
        return OwnedPodsCache.owner(pod);
    }

    /// A pod is gone.
    void deleted(StoredObject last) {
        owner(last).ifPresent(owner -> byOwner.remove(owner.uid()));
    }

    /// A set is gone.
    void forget(StoredObject set) {
        byOwner.remove(set.uid());
    }

    /// @param pods all that the set controls and that were reported
    Tally of(StoredObject stored, ReplicaSet set, Collection<StoredObject> pods) {
        Tally known = byOwner.get(stored.uid());
        if (known != null && known.set.meta().generation() == set.meta().generation()) {
            return known;
        }
        var tally = new Tally(set);
        for (StoredObject pod : pods) {
            tally.add(pod, 1);
        }
        byOwner.put(stored.uid(), tally);
        return tally;
    }
}
