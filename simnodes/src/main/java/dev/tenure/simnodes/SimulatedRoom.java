package dev.tenure.simnodes;

import dev.tenure.kubelet.admission.PodAdmissionRule;
import dev.tenure.kubelet.admission.SysctlRule;
import dev.tenure.kubelet.eviction.PressureAdmissionRule;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import java.util.List;
import java.util.Optional;

/// Which pods share a simulated node, each as it runs, and whether another one finds room there. Confined to
/// their loop.
record SimulatedRoom(SimulatedPodTable pods, PodNodes nodes) {
    /// No administrator has allowed more kernel parameters than a kubelet allows by itself.
    private static final List<String> NOTHING_UNSAFE = List.of();

    /// @param pod as it is to run
    PodAdmissionRule.Verdict verdict(SimulatedPod entry, Pod pod, Node node) {
        if (PressureAdmissionRule.decide(pod, nodes.conditions(node.name()))
                instanceof PressureAdmissionRule.Verdict.Reject(String reason, String message)) {
            return new PodAdmissionRule.Verdict.Reject(reason, message);
        }
        Optional<String> sysctl = SysctlRule.refusal(entry.sysctls(), NOTHING_UNSAFE);
        if (sysctl.isPresent()) {
            return new PodAdmissionRule.Verdict.Reject(SysctlRule.REASON, sysctl.get());
        }
        List<Pod> others = pods.on(node.name()).stream()
                .filter(other -> other.life.holdsResources() && !other.uid().equals(entry.uid()))
                .map(SimulatedPod::granted)
                .toList();
        return PodAdmissionRule.decide(pod, node, others, nodes.gates());
    }

    List<Pod> active(String node) {
        return pods.on(node).stream()
                .filter(SimulatedPod::active)
                .map(SimulatedPod::granted)
                .toList();
    }

    List<SimulatedPressure.Running> running(String node) {
        return pods.on(node).stream()
                .filter(entry -> entry.progress.startedAt().isPresent() && entry.holds())
                .map(entry -> new SimulatedPressure.Running(
                        entry.granted(), entry.progress.startedAt().orElseThrow()))
                .toList();
    }

    /// Those that wait until others leave.
    List<SimulatedPod> awaiting(String node) {
        return pods.on(node).stream().filter(SimulatedPod::asksForMore).toList();
    }
}
