package dev.tenure.node.container;

import dev.tenure.kubelet.pod.ContainerPlan;
import java.util.function.Consumer;

/// What is told of a pod while somebody works for it, each thing when it happens. As safe for use by several
/// threads as the listener is.
public final class PodEvents {
    /// @param container whom it is about; empty for the pod as a whole
    public record Event(boolean warning, String reason, String message, String container) {}

    private final Consumer<Event> heard;

    public PodEvents(Consumer<Event> heard) {
        this.heard = heard;
    }

    void normal(String reason, String message, ContainerPlan about) {
        heard.accept(new Event(false, reason, message, about.name()));
    }

    void warning(String reason, String message, ContainerPlan about) {
        heard.accept(new Event(true, reason, message, about.name()));
    }

    void podWarning(String reason, String message) {
        heard.accept(new Event(true, reason, message, ""));
    }

    void podNormal(String reason, String message) {
        heard.accept(new Event(false, reason, message, ""));
    }
}
