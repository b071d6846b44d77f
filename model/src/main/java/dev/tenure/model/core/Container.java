package dev.tenure.model.core;

import java.util.List;
import java.util.Optional;

/// One container of a pod, as wished for.
///
/// @param restartPolicy the container's own policy, if it has one; `ALWAYS` makes an init container a sidecar
/// @param restartPolicyRules what to do on which exit code, before the policy is asked
/// @param refers whether its environment takes values from ConfigMaps or Secrets
public record Container(
        String name,
        String image,
        ResourceRequirements resources,
        List<ContainerPort> ports,
        Optional<RestartPolicy> restartPolicy,
        List<RestartRule> restartPolicyRules,
        boolean readinessProbe,
        boolean refers) {
    /// @param action `Restart`, or [#ALL_CONTAINERS]
    /// @param exitCodesOperator `In` or `NotIn`
    public record RestartRule(String action, String exitCodesOperator, List<Integer> exitCodes) {
        public static final String ALL_CONTAINERS = "RestartAllContainers";

        public RestartRule {
            exitCodes = List.copyOf(exitCodes);
        }
    }

    public Container {
        ports = List.copyOf(ports);
        restartPolicyRules = List.copyOf(restartPolicyRules);
    }

    /// Whether an init container keeps running beside the others.
    public boolean sidecar() {
        return restartPolicy.isPresent() && restartPolicy.get() == RestartPolicy.ALWAYS;
    }
}
