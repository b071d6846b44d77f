package dev.tenure.node;

import dev.tenure.kubelet.pod.PodsAside;
import java.util.function.Consumer;

/// Keeps what goes wrong with one pod from everything else: a pod at which the agent's code throws, or of
/// which a call fails in a way that nobody foresaw, is left alone for a growing pause. Confined to its
/// loop.
final class PodGuard {
    private final PodsAside aside;
    private Consumer<PodEntry> again = _ -> {};

    PodGuard(PodsAside aside) {
        this.aside = aside;
    }

    /// How a pod is taken up again, whatever was done about it when it was set aside.
    void takenUpBy(Consumer<PodEntry> resume) {
        again = resume;
    }

    boolean aside(PodEntry entry) {
        return aside.aside(entry.uid());
    }

    /// Runs what concerns this pod alone, unless it is set aside.
    void run(PodEntry entry, Runnable event) {
        if (!aside(entry)) {
            aside.guard(entry.uid(), name(entry), event, () -> again.accept(entry));
        }
    }

    /// A call for this pod failed with what is a bug and stands in the log.
    void failed(PodEntry entry) {
        aside.later(entry.uid(), name(entry), () -> again.accept(entry));
    }

    void forget(PodEntry entry) {
        aside.forget(entry.uid());
    }

    private static String name(PodEntry entry) {
        return "pod " + entry.pod().qualifiedName();
    }
}
