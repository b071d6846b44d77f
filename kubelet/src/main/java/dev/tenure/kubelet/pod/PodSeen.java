package dev.tenure.kubelet.pod;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// What the runtime has of one pod at one moment.
///
/// @param sandboxes newest first; the newest one with its addresses
/// @param containers newest first, with their whole status
/// @param removed the last one of each name that went when all containers of the pod were to start anew
public record PodSeen(List<Sandbox> sandboxes, List<RunContainer> containers, List<RunContainer> removed) {
    public static final PodSeen NOTHING = new PodSeen(List.of(), List.of());

    public PodSeen(List<Sandbox> sandboxes, List<RunContainer> containers) {
        this(sandboxes, containers, List.of());
    }

    public PodSeen {
        sandboxes = sandboxes.stream().sorted(Sandbox.NEWEST_FIRST).toList();
        containers = containers.stream().sorted(RunContainer.NEWEST_FIRST).toList();
        removed = List.copyOf(removed);
    }

    /// The same, and what is remembered of containers that are no more.
    public PodSeen withRemoved(Collection<RunContainer> last) {
        return new PodSeen(sandboxes, containers, List.copyOf(last));
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

    /// The container of that name before `current` that has ended, if anything is known of it.
    public Optional<RunContainer> previous(RunContainer current) {
        return containers.stream()
                .filter(container -> container.name().equals(current.name())
                        && container.exited()
                        && !container.id().equals(current.id()))
                .findFirst()
                .or(() -> removed(current.name()));
    }

    /// What is remembered of a container of that name that was removed.
    public Optional<RunContainer> removed(String name) {
        return removed.stream()
                .filter(container -> container.name().equals(name))
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
