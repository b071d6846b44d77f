package dev.tenure.sim.invariant;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.rules.fit.FitRule;
import dev.tenure.rules.fit.PodRequestsRule;
import dev.tenure.rules.fit.Resources;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.sim.world.Observer.Write;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// No node carries more than it has: the requests of the pods that are bound to it, and have not ended,
/// fit into what it says it can allocate, in number too. Looked at whenever a pod is bound. Confined to
/// the thread of its world.
final class CapacityInvariant implements Invariant {
    private static final Resources ONE_POD = new Resources(0, 0, 0, 1, Map.of());

    private final ObservedCluster view;
    private final Consumer<String> violated;

    CapacityInvariant(ObservedCluster view, Consumer<String> violated) {
        this.view = view;
        this.violated = violated;
    }

    @Override
    public void after(Write write) {
        if (write.deletion() || !ObservedCluster.isPod(write.after())) {
            return;
        }
        Pod pod = write.after().view(Pod.class);
        boolean arrives = pod.spec().bound()
                && write.before()
                        .filter(before -> before.view(Pod.class).spec().bound())
                        .isEmpty();
        if (arrives) {
            view.node(pod.spec().nodeName()).ifPresent(this::check);
        }
    }

    private void check(Node node) {
        Resources used = Resources.NONE;
        Optional<Pod> last = Optional.empty();
        for (Pod pod : view.podsOn(node.name())) {
            if (!PodRule.terminal(pod)) {
                used = last.isEmpty() ? used : used.plus(held(last.get())).plus(ONE_POD);
                last = Optional.of(pod);
            }
        }
        if (last.isPresent()) {
            List<FitRule.Lack> lacks = FitRule.lacks(
                    held(last.get()), used, Resources.of(node.status().allocatable()));
            if (!lacks.isEmpty()) {
                violated.accept("node %s has no room for pod %s: %s"
                        .formatted(node.name(), last.get().qualifiedName(), lacks));
            }
        }
    }

    private static Resources held(Pod pod) {
        return Resources.of(PodRequestsRule.requests(pod, PodRequestsRule.Options.HELD));
    }
}
