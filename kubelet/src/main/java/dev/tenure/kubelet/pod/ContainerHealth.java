package dev.tenure.kubelet.pod;

import java.util.Map;

/// What the probes of one container have said so far.
///
/// @param started whether the startup probe has passed, or there is none
/// @param ready whether the readiness probe passes, or there is none
/// @param failing whether the startup or liveness probe has given the container up
/// @param why which probe has, in the words of the event
public record ContainerHealth(boolean started, boolean ready, boolean failing, String why) {
    /// A container without probes.
    public static final ContainerHealth FINE = new ContainerHealth(true, true, false, "");

    /// What is held of a container before its first probe.
    public static ContainerHealth first(ContainerPlan plan) {
        ContainerPlan.Probes probes = plan.probes();
        boolean started = probes.startup().isEmpty();
        return new ContainerHealth(started, started && probes.readiness().isEmpty(), false, "");
    }

    static ContainerHealth of(Map<String, ContainerHealth> health, ContainerPlan plan, String containerId) {
        ContainerHealth containerHealth = health.get(containerId);
        return containerHealth == null ? first(plan) : containerHealth;
    }
}
