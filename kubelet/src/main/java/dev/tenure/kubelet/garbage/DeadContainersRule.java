package dev.tenure.kubelet.garbage;

import dev.tenure.kubelet.pod.RunContainer;
import dev.tenure.kubelet.pod.Sandbox;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// Which ended containers and empty sandboxes go. Of pods that stay, the newest of each name are kept, so
/// that their end and their log can be looked at. Upstream: kuberuntime/kuberuntime_gc.go.
public final class DeadContainersRule {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private DeadContainersRule() {}

    /// What may stay.
    ///
    /// @param ageMin a container made a shorter time ago stays
    /// @param perContainer how many of one name of a pod stay; negative: all
    /// @param total how many of all pods together stay; negative: not limited
    public record Settings(Duration ageMin, int perContainer, int total) {
        public static final Settings STANDARD = new Settings(Duration.ZERO, 1, -1);
    }

    private record Unit(String podUid, String name) {}

    /// Containers to remove, oldest first.
    ///
    /// @param stays whether a pod, by its uid, keeps anything
    /// @param age how long ago the clock showed a time
    public static List<RunContainer> containers(
            List<RunContainer> all, Predicate<String> stays, Function<Instant, Duration> age, Settings settings) {
        Map<Unit, List<RunContainer>> dead = new LinkedHashMap<>();
        all.stream()
                .filter(container -> !container.running() && old(container, age, settings.ageMin()))
                .sorted(RunContainer.NEWEST_FIRST)
                .forEach(container -> dead.computeIfAbsent(
                                new Unit(container.podUid(), container.name()), _ -> new ArrayList<>())
                        .add(container));
        var gone = new ArrayList<RunContainer>();
        var kept = new HashMap<Unit, List<RunContainer>>();
        dead.forEach((unit, newestFirst) -> {
            int keep = !stays.test(unit.podUid())
                    ? 0
                    : settings.perContainer() < 0 ? newestFirst.size() : settings.perContainer();
            int cut = Math.min(keep, newestFirst.size());
            gone.addAll(newestFirst.subList(cut, newestFirst.size()));
            kept.put(unit, newestFirst.subList(0, cut));
        });
        gone.addAll(beyondTotal(kept, settings.total()));
        gone.sort(Comparator.comparingLong(RunContainer::createdAtNanos));
        return gone;
    }

    private static boolean old(RunContainer container, Function<Instant, Duration> age, Duration ageMin) {
        long nanos = container.createdAtNanos();
        Instant created = Instant.ofEpochSecond(nanos / NANOS_PER_SECOND, nanos % NANOS_PER_SECOND);
        return age.apply(created).compareTo(ageMin) >= 0;
    }

    /// With a limit for all, each name gets an equal share, at least one; then the oldest go.
    private static List<RunContainer> beyondTotal(Map<Unit, List<RunContainer>> kept, int total) {
        int count = kept.values().stream().mapToInt(List::size).sum();
        if (total < 0 || count <= total) {
            return List.of();
        }
        int share = Math.max(1, total / Math.max(1, kept.size()));
        var gone = new ArrayList<RunContainer>();
        var left = new ArrayList<RunContainer>();
        kept.values().forEach(newestFirst -> {
            int cut = Math.min(share, newestFirst.size());
            gone.addAll(newestFirst.subList(cut, newestFirst.size()));
            left.addAll(newestFirst.subList(0, cut));
        });
        left.sort(Comparator.comparingLong(RunContainer::createdAtNanos));
        gone.addAll(left.subList(0, Math.max(0, left.size() - total)));
        return gone;
    }

    /// Sandboxes to remove: not ready, without containers, and not the newest of a pod that stays.
    ///
    /// @param left containers that are not removed
    public static List<Sandbox> sandboxes(List<Sandbox> all, List<RunContainer> left, Predicate<String> stays) {
        Set<String> used = new HashSet<>();
        left.forEach(container -> used.add(container.sandboxId()));
        Map<String, Sandbox> newest = new HashMap<>();
        all.forEach(sandbox -> newest.merge(
                sandbox.podUid(),
                sandbox,
                (one, other) -> Sandbox.NEWEST_FIRST.compare(one, other) <= 0 ? one : other));
        return all.stream()
                .filter(sandbox -> !sandbox.ready() && !used.contains(sandbox.id()))
                .filter(sandbox -> !stays.test(sandbox.podUid()) || !sandbox.equals(newest.get(sandbox.podUid())))
                .toList();
    }
}
