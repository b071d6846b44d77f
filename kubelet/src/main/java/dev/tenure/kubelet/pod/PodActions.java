package dev.tenure.kubelet.pod;

import dev.tenure.kubelet.resize.Amounts;
import java.util.List;
import java.util.OptionalLong;

/// What is to be done next for one pod, in this order: kill, make the sandbox, resize, start.
///
/// @param killAll whether sandbox and all containers go first
/// @param sandbox what becomes of the sandbox
/// @param kill single containers that go
/// @param reset containers that are killed and removed, in this order, so that all of the pod start anew
/// @param resize what is to get other amounts of memory and CPU
/// @param start containers to start
/// @param failed whether the pod has failed for good, since an init container has
public record PodActions(
        boolean killAll,
        SandboxStep sandbox,
        List<Kill> kill,
        List<RunContainer> reset,
        Resizes resize,
        List<ContainerPlan> start,
        boolean failed) {
    public sealed interface SandboxStep {
        record Keep(String id) implements SandboxStep {}

        record Create(int attempt) implements SandboxStep {}

        /// Nothing is to run any more.
        record None() implements SandboxStep {}
    }

    /// @param graceSeconds of the probe because of which it goes; absent: those of the pod
    public record Kill(RunContainer container, ContainerPlan plan, String message, OptionalLong graceSeconds) {}

    /// A container that runs on with other amounts.
    public record Resize(RunContainer container, ContainerPlan plan, Amounts given, Amounts wanted) {}

    /// @param whole whether the amounts of the pod as a whole are others, whatever becomes of those of its
    ///     containers
    public record Resizes(List<Resize> containers, boolean whole) {
        public static final Resizes NONE = new Resizes(List.of(), false);

        public Resizes {
            containers = List.copyOf(containers);
        }

        public boolean any() {
            return whole || !containers.isEmpty();
        }
    }

    public PodActions {
        kill = List.copyOf(kill);
        reset = List.copyOf(reset);
        start = List.copyOf(start);
    }

    static PodActions end(boolean failed) {
        return new PodActions(true, new SandboxStep.None(), List.of(), List.of(), Resizes.NONE, List.of(), failed);
    }

    static PodActions anew(SandboxStep sandbox, List<RunContainer> reset) {
        return new PodActions(false, sandbox, List.of(), reset, Resizes.NONE, List.of(), false);
    }
}
