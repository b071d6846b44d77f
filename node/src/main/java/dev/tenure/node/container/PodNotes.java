package dev.tenure.node.container;

import dev.tenure.kubelet.pod.ContainerPlan;
import java.util.ArrayList;
import java.util.List;

/// Events to be recorded about a pod, collected while one thread works for it.
/// Used by one thread at a time.
public final class PodNotes {
    /// @param container whom it is about; empty for the pod as a whole
    public record Note(boolean warning, String reason, String message, String container) {}

    private final List<Note> notes = new ArrayList<>();

    void normal(String reason, String message, ContainerPlan about) {
        notes.add(new Note(false, reason, message, about.name()));
    }

    void warning(String reason, String message, ContainerPlan about) {
        notes.add(new Note(true, reason, message, about.name()));
    }

    void podWarning(String reason, String message) {
        notes.add(new Note(true, reason, message, ""));
    }

    void podNormal(String reason, String message) {
        notes.add(new Note(false, reason, message, ""));
    }

    void add(PodNotes others) {
        notes.addAll(others.notes);
    }

    public List<Note> all() {
        return List.copyOf(notes);
    }
}
