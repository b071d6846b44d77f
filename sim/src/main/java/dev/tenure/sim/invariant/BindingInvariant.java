package dev.tenure.sim.invariant;

import dev.tenure.model.core.Pod;
import dev.tenure.sim.world.Observer.Write;
import java.util.function.Consumer;

/// No pod is bound twice: once it has a node it keeps it until it is gone. Confined to the thread of
/// its world.
final class BindingInvariant implements Invariant {
    private final Consumer<String> violated;

    BindingInvariant(Consumer<String> violated) {
        this.violated = violated;
    }

    @Override
    public void after(Write write) {
        if (write.before().isEmpty() || !ObservedCluster.isPod(write.after())) {
            return;
        }
        Pod before = write.before().get().view(Pod.class);
        Pod after = write.after().view(Pod.class);
        String old = before.spec().nodeName();
        boolean same = before.meta().uid().equals(after.meta().uid());
        if (same && !old.isEmpty() && !old.equals(after.spec().nodeName())) {
            violated.accept("pod %s was bound to %s and then to \"%s\""
                    .formatted(after.qualifiedName(), old, after.spec().nodeName()));
        }
    }
}
