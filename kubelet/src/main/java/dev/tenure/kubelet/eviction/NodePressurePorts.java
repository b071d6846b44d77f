package dev.tenure.kubelet.eviction;

import dev.tenure.kubelet.eviction.reclaim.Reclaim;
import dev.tenure.kubelet.eviction.signal.Observations;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.core.Pod;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// What a node offers to [NodePressureLoop]: numbers come in, orders go out. Every method is called on the
/// loop and returns at once; every answer is given on the loop, exactly once, at once or later.
public interface NodePressurePorts {
    /// Finds out what lies on which filesystem. Asked until it is known.
    void layout(Consumer<LayoutAnswer> answer);

    /// Measures anew. Absent: it could not be done; then the pass does nothing.
    void summary(Consumer<Optional<Summary>> answer);

    /// What is left at this moment, where that is known without measuring; shown to people between two looks,
    /// and nothing comes of it.
    default Optional<Observations> glance() {
        return Optional.empty();
    }

    /// Cleans up as far as possible; what goes wrong is logged there.
    void cleanUp(Reclaim step, Runnable done);

    /// The pods that hold resources of the node, those that are being stopped included.
    List<Pod> activePods();

    /// Stops the containers of a pod, with `Eviction#graceSeconds` in the place of the pod's own period, and
    /// has its status say that it failed; see [GraceRule].
    ///
    /// @param stopped that its containers have stopped
    void evict(Eviction eviction, Runnable stopped);

    /// Whether nothing is left of an evicted pod: containers, volumes, cgroup.
    boolean gone(Pod pod);

    /// What the node is to say of itself from now on. Called after every pass, whether or not it differs.
    void report(Set<PressureCondition> conditions);
}
