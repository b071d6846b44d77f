package dev.tenure.kinds.admission.resourcequota;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceQuota;
import dev.tenure.model.device.ResourceClaim;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.rules.quota.ChargedClaim;
import dev.tenure.rules.quota.QuotaScopeRule;
import dev.tenure.rules.quota.UsageRule;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A write as quotas see it: views of the object before and after.
///
/// @param next the tree itself for kinds of which one is like the other
/// @param old absent for what is new
record QuotaChange(AdmissionRequest request, Object next, Optional<Object> old, Instant now) {
    static QuotaChange of(AdmissionRequest request, ClusterAccess cluster) {
        Optional<ObjectNode> old = request.operation() == Operation.UPDATE ? request.old() : Optional.empty();
        return new QuotaChange(
                request,
                view(request, request.object(), cluster),
                old.map(tree -> view(request, tree, cluster)),
                cluster.now());
    }

    private static Object view(AdmissionRequest request, ObjectNode tree, ClusterAccess cluster) {
        if (!UsageRule.differs(request.type())) {
            return tree;
        }
        Object view = Views.view(request.type(), tree);
        return view instanceof ResourceClaim claim ? ChargedClaim.of(claim, new ServedDevices(cluster)) : view;
    }

    /// Whether the quota is about the object. Pods that are replaced matter only when they get a deadline or
    /// lose it, or are resized.
    boolean concerns(ResourceQuota quota) {
        boolean unchanged = request.subresource().isEmpty()
                && next instanceof Pod pod
                && old.isPresent()
                && old.get() instanceof Pod before
                && QuotaScopeRule.terminating(pod) == QuotaScopeRule.terminating(before);
        return !unchanged && QuotaScopeRule.matches(quota, next);
    }

    /// What the write takes of each resource beyond what the object took before, if it counted before;
    /// nothing of it is zero.
    Map<String, Quantity> more(ResourceQuota quota) {
        Map<String, Quantity> usage = new TreeMap<>(UsageRule.of(request.type(), next, now));
        if (old.isPresent() && QuotaScopeRule.matches(quota, old.get())) {
            Map<String, Quantity> before = UsageRule.of(request.type(), old.get(), now);
            usage.replaceAll((name, amount) -> {
                Quantity more = amount.minus(before.getOrDefault(name, Quantity.ZERO));
                return more.sign() < 0 ? Quantity.ZERO : more;
            });
        }
        usage.values().removeIf(Quantity::isZero);
        return usage;
    }
}
