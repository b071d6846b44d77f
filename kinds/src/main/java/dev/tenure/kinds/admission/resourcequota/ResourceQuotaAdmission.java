package dev.tenure.kinds.admission.resourcequota;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.OwnStatus;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceQuota;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.quota.PodUsageRule;
import dev.tenure.rules.quota.UsageRule;
import dev.tenure.runtime.limit.Turns;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Counts each new object against the quotas of its namespace and refuses what exceeds them. The counts stand
/// in the quotas' status; quotas whose status nobody filled yet do not count. Writes in one namespace take
/// turns, so that they neither overdraw a quota nor push one another out.
public final class ResourceQuotaAdmission implements AdmissionPlugin {
    private static final int TRIES = 5;

    private final Turns turns = new Turns();
    private final OwnStatus status = new OwnStatus(ResourceTypes.RESOURCE_QUOTAS);

    /// One quota, and how much is taken of it after the write.
    private record Charge(StoredObject stored, Map<String, Quantity> used) {}

    @Override
    public String name() {
        return "ResourceQuota";
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        if (request.namespace().isEmpty()
                || !UsageRule.counted(request.type())
                || !concerned(request)
                || !hasQuotas(request.namespace(), cluster)) {
            return;
        }
        QuotaChange change = QuotaChange.of(request, cluster);
        turns.take(request.namespace(), () -> charge(change, cluster));
    }

    /// A quota that another server has just stored may not be known here yet. So where there seems to be
    /// none, that is found out each time; where nobody else writes to the engine, that costs nothing.
    /// Upstream believes what it found for 30 s: resourcequota/resource_access.go (liveLookupCache).
    private static boolean hasQuotas(String namespace, ClusterAccess cluster) {
        return isKnown(namespace, cluster) || (cluster.catchUp() && isKnown(namespace, cluster));
    }

    private static boolean isKnown(String namespace, ClusterAccess cluster) {
        return !cluster.list(ResourceTypes.RESOURCE_QUOTAS, namespace).isEmpty();
    }

    /// Whether writes of this form can take more than before.
    private static boolean concerned(AdmissionRequest request) {
        if (request.about(ResourceTypes.PODS) && request.subresource().equals("resize")) {
            return request.operation() == Operation.UPDATE;
        }
        if (request.about(ResourceTypes.PERSISTENT_VOLUME_CLAIMS)
                && request.subresource().equals("status")) {
            // the volume gets another class, or more is set aside for it
            return request.operation() == Operation.UPDATE;
        }
        return request.operation() == Operation.UPDATE
                ? request.subresource().isEmpty() && UsageRule.differs(request.type())
                : request.creates(request.type());
    }

    private void charge(QuotaChange change, ClusterAccess cluster) {
        Set<String> done = new TreeSet<>();
        for (int tries = 1; !charged(change, cluster, done); tries++) {
            if (tries == TRIES) {
                throw change.request().forbidden("the quota is changing too fast, please try again");
            }
        }
    }

    /// Checks all quotas, then writes the new counts.
    ///
    /// @param done uids of quotas that were written already; gets those written now
    /// @return whether none of them had changed meanwhile
    private boolean charged(QuotaChange change, ClusterAccess cluster, Set<String> done) {
        List<Charge> charges = charges(change, cluster, done);
        if (charges.isEmpty() && done.isEmpty() && cluster.catchUp()) {
            charges = charges(change, cluster, done);
        }
        if (change.request().dryRun()) {
            return true;
        }
        boolean all = true;
        for (Charge charge : charges) {
            if (written(charge, cluster)) {
                done.add(charge.stored().uid());
            } else {
                all = false;
            }
        }
        return all;
    }

    /// What the write takes of each quota. A quota that is known here as it was before its status was filled
    /// limits nothing, and what takes nothing of any quota changes none, so that nobody would find out.
    /// Whether the write can be counted is found out of all quotas before any of them can be exceeded.
    private static List<Charge> charges(QuotaChange change, ClusterAccess cluster, Set<String> done) {
        List<StoredObject> about = new ArrayList<>();
        for (StoredObject stored :
                cluster.list(ResourceTypes.RESOURCE_QUOTAS, change.request().namespace())) {
            if (!done.contains(stored.uid()) && counts(change, stored.view(ResourceQuota.class))) {
                about.add(stored);
            }
        }
        List<Charge> charges = new ArrayList<>();
        for (StoredObject stored : about) {
            Map<String, Quantity> used = used(change, stored.view(ResourceQuota.class));
            if (!used.isEmpty()) {
                charges.add(new Charge(stored, used));
            }
        }
        return charges;
    }

    private boolean written(Charge charge, ClusterAccess cluster) {
        ObjectNode quota = cluster.tree(charge.stored());
        ObjectNode used = Trees.object(Trees.object(quota, "status"), "used");
        charge.used().forEach((name, amount) -> used.put(name, amount.toString()));
        return cluster.compareAndSet(
                charge.stored(), status.written(cluster.tree(charge.stored()), quota, cluster.now()));
    }

    /// Whether the quota is about the write.
    ///
    /// @throws dev.tenure.apiserver.registry.RefusedException when it is and the write cannot be counted
    private static boolean counts(QuotaChange change, ResourceQuota quota) {
        AdmissionRequest request = change.request();
        Set<String> limited = new TreeSet<>(quota.count().hard().amounts().keySet());
        limited.removeIf(name -> !UsageRule.limits(request.type(), name));
        if (limited.isEmpty() || !change.concerns(quota)) {
            return false;
        }
        String name = quota.meta().name();
        if (change.next() instanceof Pod pod) {
            PodUsageRule.missing(pod.spec(), limited).ifPresent(missing -> {
                throw request.forbidden("failed quota: %s: %s".formatted(name, missing));
            });
        }
        if (!quota.count().used().amounts().keySet().containsAll(limited)) {
            throw request.forbidden(
                    "status unknown for quota: %s, resources: %s".formatted(name, String.join(",", limited)));
        }
        return true;
    }

    /// How much will be taken of what the write takes more of.
    ///
    /// @throws dev.tenure.apiserver.registry.RefusedException when that is too much
    private static Map<String, Quantity> used(QuotaChange change, ResourceQuota quota) {
        Map<String, Quantity> hard = quota.count().hard().amounts();
        Map<String, Quantity> used = quota.count().used().amounts();
        Map<String, Quantity> requested = change.more(quota);
        requested.keySet().retainAll(hard.keySet());
        Map<String, Quantity> after = new TreeMap<>();
        Set<String> exceeded = new TreeSet<>();
        requested.forEach((resource, amount) -> {
            Quantity sum = used.getOrDefault(resource, Quantity.ZERO).plus(amount);
            after.put(resource, sum);
            if (sum.compareTo(hard.getOrDefault(resource, Quantity.ZERO)) > 0) {
                exceeded.add(resource);
            }
        });
        if (!exceeded.isEmpty()) {
            throw change.request()
                    .forbidden("exceeded quota: %s, requested: %s, used: %s, limited: %s"
                            .formatted(
                                    quota.meta().name(),
                                    printed(requested, exceeded),
                                    printed(used, exceeded),
                                    printed(hard, exceeded)));
        }
        return after;
    }

    private static String printed(Map<String, Quantity> amounts, Set<String> names) {
        return String.join(
                ",",
                names.stream()
                        .filter(amounts::containsKey)
                        .map(name -> name + "=" + amounts.get(name))
                        .toList());
    }
}
