package dev.tenure.controllers.replicaset;

import dev.tenure.controllers.workload.SurplusRule;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.core.Pod;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/// Decides how many pods to make, or which to delete. Upstream: replica_set.go.
final class ReplicaRule {
    /// So many pods at most are made or deleted at one look.
    static final int BURST = 500;

    /// What to do.
    public sealed interface Verdict {
        record Keep() implements Verdict {}

        record Create(int count) implements Verdict {}

        record Delete(List<Pod> pods) implements Verdict {}
    }

    private ReplicaRule() {}

    /// @param active pods of the set that have neither ended nor are being deleted, those included that
    ///     were just made
    /// @param related active pods of all sets with the same owner: crowded nodes give up theirs first;
    ///     asked for only when pods have to go
    public static Verdict decide(ReplicaSet set, List<Pod> active, Supplier<List<Pod>> related, Instant now) {
        int surplus = active.size() - set.replicas();
        if (surplus < 0) {
            return new Verdict.Create(Math.min(-surplus, BURST));
        }
        if (surplus == 0) {
            return new Verdict.Keep();
        }
        int count = Math.min(surplus, BURST);
        if (count == active.size()) {
            return new Verdict.Delete(active);
        }
        return new Verdict.Delete(SurplusRule.ofReplicas(active, related.get(), now, count));
    }
}
