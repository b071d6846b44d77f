package dev.tenure.kubelet.pod;

import java.util.List;

/// What is to be done next for one pod, in this order: kill, make the sandbox, start.
///
/// @param killAll whether sandbox and all containers go first
/// @param sandbox what becomes of the sandbox
/// @param kill single containers that go
/// @param reset containers that are killed and removed, in this order, so that all of the pod start anew
/// @param start containers to start
/// @param failed whether the pod has failed for good, since an init container has
public record PodActions(
        boolean killAll,
        SandboxStep sandbox,
        List<Kill> kill,
        List<RunContainer> reset,
        List<ContainerPlan> start,
        boolean failed) {
    public sealed interface SandboxStep {
        record Keep(String id) implements SandboxStep {}

        record Create(int attempt) implements SandboxStep {}

        /// Nothing is to run any more.
        record None() implements SandboxStep {}
    }

    public record Kill(RunContainer container, ContainerPlan plan, String message) {}

    public PodActions {
        kill = List.copyOf(kill);
        reset = List.copyOf(reset);
        start = List.copyOf(start);
    }

    static PodActions end(boolean failed) {
        return new PodActions(true, new SandboxStep.None(), List.of(), List.of(), List.of(), failed);
    }

    static PodActions anew(SandboxStep sandbox, List<RunContainer> reset) {
        return new PodActions(false, sandbox, List.of(), reset, List.of(), false);
    }
}
