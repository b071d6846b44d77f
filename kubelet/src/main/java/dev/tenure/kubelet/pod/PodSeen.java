package dev.tenure.kubelet.pod;

import java.util.List;
import java.util.Optional;

/// What the runtime has of one pod at one moment.
///
/// @param sandboxes newest first; the newest one with its addresses
/// @param containers newest first, with their whole status
public record PodSeen(List<Sandbox> sandboxes, List<RunContainer> containers) {
    public static final PodSeen NOTHING = new PodSeen(List.of(), List.of());

    public PodSeen {
        sandboxes = sandboxes.stream().sorted(Sandbox.NEWEST_FIRST).toList();
        containers = containers.stream().sorted(RunContainer.NEWEST_FIRST).toList();
    }

    public Optional<Sandbox> sandbox() {
        return sandboxes.stream().findFirst();
    }

    /// The newest container of that name.
    public Optional<RunContainer> container(String name) {
        return containers.stream()
                .filter(container -> container.name().equals(name))
                .findFirst();
    }

    /// The newest container of that name that has ended, other than `current`.
    public Optional<RunContainer> previous(RunContainer current) {
        return containers.stream()
                .filter(container -> container.name().equals(current.name())
                        && container.exited()
                        && !container.id().equals(current.id()))
                .findFirst();
    }

    public boolean anyRunning() {
        return containers.stream().anyMatch(RunContainer::running);
    }

    /// Whether nothing is left that could still do anything.
    public boolean quiet() {
        return !anyRunning() && sandboxes.stream().noneMatch(Sandbox::ready);
    }
}
