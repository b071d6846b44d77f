package dev.tenure.node;

import dev.tenure.kubelet.admission.GroupsPolicyRule;
import dev.tenure.kubelet.admission.PodAdmissionRule.Verdict.Reject;
import dev.tenure.kubelet.admission.SysctlRule;
import dev.tenure.kubelet.status.PodStatusReport.Ended;
import dev.tenure.model.core.Pod;
import java.util.Collection;
import java.util.Optional;

/// Why the node does not take a pod, whatever room it has: pressure, and what its runtime and its
/// administrator do not let a pod have. Confined to the node's loop.
final class PodRefusals {
    /// Says why a pod may not start on a node under pressure.
    interface PressureGate {
        Optional<Ended> refusal(Pod pod);
    }

    private final Collection<String> sysctls;
    private PressureGate gate = _ -> Optional.empty();
    private boolean asked;
    private Optional<Boolean> groupsPolicy = Optional.empty();

    /// @param sysctls kernel parameters that pods may set beside the harmless ones
    PodRefusals(Collection<String> sysctls) {
        this.sysctls = sysctls;
    }

    void pressure(PressureGate refuses) {
        gate = refuses;
    }

    /// What the runtime says of policies of groups.
    ///
    /// @param known empty when it says nothing
    /// @return whether it was asked for the first time
    boolean groupsPolicy(Optional<Boolean> known) {
        boolean first = !asked;
        asked = true;
        groupsPolicy = known;
        return first;
    }

    /// Whether the runtime knows policies of groups; empty while it has not said so.
    Optional<Boolean> groupsPolicy() {
        return groupsPolicy;
    }

    /// Whether the runtime has to be asked before anything can be said about the pod.
    boolean undecided(PodEntry entry) {
        return !asked && entry.groupsPolicy().equals(GroupsPolicyRule.STRICT);
    }

    /// @param pod as it is to run
    Optional<Reject> of(PodEntry entry, Pod pod) {
        return gate.refusal(pod)
                .map(ended -> new Reject(ended.reason(), ended.message()))
                .or(() -> GroupsPolicyRule.refusal(entry.groupsPolicy(), groupsPolicy.orElse(false))
                        .map(why -> new Reject(GroupsPolicyRule.REASON, why)))
                .or(() -> SysctlRule.refusal(entry.sysctls(), sysctls).map(why -> new Reject(SysctlRule.REASON, why)));
    }
}
