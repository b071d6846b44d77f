package dev.tenure.plan.source;

import dev.tenure.model.meta.ObjectKey;
import java.util.List;

/// Whether a dump tells which admission policies its cluster has. Forecasts do not play them; they matter
/// where something else stands on them.
public final class AdmissionPolicies {
    private static final String GROUP = "admissionregistration.k8s.io";
    private static final String POLICIES = "validatingadmissionpolicies";
    private static final String BINDINGS = "validatingadmissionpolicybindings";
    private static final String WITH_THEM = "failedpodretentions";

    private AdmissionPolicies() {}

    /// Whether it is a ValidatingAdmissionPolicy.
    public static boolean isPolicy(ObjectKey key) {
        return key.group().equals(GROUP) && key.resource().equals(POLICIES);
    }

    /// Whether it is a ValidatingAdmissionPolicyBinding.
    public static boolean isBinding(ObjectKey key) {
        return key.group().equals(GROUP) && key.resource().equals(BINDINGS);
    }

    /// Whether all that the cluster has are in the dump.
    public static boolean areKnown(ClusterDump dump) {
        return dump.gaps().stream().noneMatch(AdmissionPolicies::isOne);
    }

    /// Whether something is not known of them.
    static boolean isOne(Gap gap) {
        return gap.resource().equals(POLICIES + "." + GROUP) || gap.resource().equals(BINDINGS + "." + GROUP);
    }

    /// Whether it matters to anybody which there are, where these are the objects of the cluster.
    static boolean matter(List<ClusterDump.Item> items) {
        return items.stream().anyMatch(item -> item.key().resource().equals(WITH_THEM));
    }

    /// That files have none says nothing of the cluster, whose other objects may stand elsewhere.
    static Gap absent(String origin) {
        return new Gap(
                POLICIES + "." + GROUP,
                "there are none in " + origin,
                "whether owners that are paused make no pods",
                true);
    }
}
