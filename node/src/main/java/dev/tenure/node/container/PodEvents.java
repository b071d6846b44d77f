package dev.tenure.node.container;

import dev.tenure.kubelet.pod.ContainerPlan;
import java.util.ArrayList;
import java.util.List;

/// Events to be recorded about a pod, collected while one thread works for it.
/// Used by one thread at a time.
public final class PodEvents {
    /// @param container whom it is about; empty for the pod as a whole
    public record Event(boolean warning, String reason, String message, String container) {}

    private final List<Event> events = new ArrayList<>();

    void normal(String reason, String message, ContainerPlan about) {
        events.add(new Event(false, reason, message, about.name()));
    }

    void warning(String reason, String message, ContainerPlan about) {
        events.add(new Event(true, reason, message, about.name()));
    }

    void podWarning(String reason, String message) {
        events.add(new Event(true, reason, message, ""));
    }

    void podNormal(String reason, String message) {
        events.add(new Event(false, reason, message, ""));
    }

    void add(PodEvents others) {
        events.addAll(others.events);
    }

    public List<Event> all() {
        return List.copyOf(events);
    }
}
