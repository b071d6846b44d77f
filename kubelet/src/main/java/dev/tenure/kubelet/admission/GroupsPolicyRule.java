package dev.tenure.kubelet.admission;

import java.util.Optional;

/// Decides whether a node can keep groups of the image from a pod that wants only those that it names.
/// Upstream: lifecycle/predicate.go (rejectPodAdmissionBasedOnSupplementalGroupsPolicy).
public final class GroupsPolicyRule {
    /// The pod's `status.reason`.
    public static final String REASON = "SupplementalGroupsPolicyNotSupported";

    /// The policy that not every runtime knows.
    public static final String STRICT = "Strict";

    private GroupsPolicyRule() {}

    /// @param policy of the pod; empty when it names none
    /// @param supported whether the node's runtime knows such policies
    /// @return why not, if not
    public static Optional<String> refusal(String policy, boolean supported) {
        return policy.equals(STRICT) && !supported
                ? Optional.of("SupplementalGroupsPolicy=%s is not supported in this node".formatted(STRICT))
                : Optional.empty();
    }
}
