package dev.tenure.controllers.deployment;

import dev.tenure.model.apps.Deployment;
import dev.tenure.model.apps.Deployment.Strategy;
import dev.tenure.model.apps.ReplicaSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decides the next step of a rollout from a Deployment and its ReplicaSets. Upstream: rolling.go,
/// recreate.go, sync.go.
final class RolloutRule {
    /// What a Deployment stands on.
    ///
    /// @param newest the set made from the present template, if it exists
    /// @param old all others, eldest first
    /// @param oldPodsRun whether pods of the others still run
    public record View(Deployment deployment, Optional<ReplicaSet> newest, List<ReplicaSet> old, boolean oldPodsRun) {
        public View {
            old = old.size() < 2
                    ? List.copyOf(old)
                    : old.stream()
                            .sorted(Comparator.comparing(
                                            (ReplicaSet set) -> set.meta().creationTimestamp())
                                    .thenComparing(set -> set.meta().name()))
                            .toList();
        }

        List<ReplicaSet> all() {
            var all = new ArrayList<>(old);
            newest.ifPresent(all::add);
            return all;
        }
    }

    /// The next step.
    public sealed interface Step {
        /// A set for the present template is missing.
        record CreateNewest(int replicas) implements Step {}

        /// These sets get these sizes; not empty.
        record Scale(Map<ReplicaSet, Integer> sizes) implements Step {}

        /// Nothing is to be done now.
        record Rest() implements Step {}
    }

    private RolloutRule() {}

    public static Step next(View view) {
        if (view.deployment().paused() || scalingEvent(view)) {
            return scale(resize(view));
        }
        return switch (view.deployment().strategy()) {
            case Strategy.RollingUpdate _ -> rolling(view);
            case Strategy.Recreate _ -> recreate(view);
        };
    }

    /// Whether the wanted number of pods has changed since the sets were last sized.
    private static boolean scalingEvent(View view) {
        return view.all().stream()
                .filter(set -> set.replicas() > 0)
                .anyMatch(set -> annotation(set, ScaleRule.DESIRED)
                        .filter(desired -> desired != view.deployment().replicas())
                        .isPresent());
    }

    static Optional<Integer> annotation(ReplicaSet set, String name) {
        String text = set.meta().annotations().get(name);
        try {
            return text == null ? Optional.empty() : Optional.of(Integer.parseInt(text));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static Step scale(Map<ReplicaSet, Integer> sizes) {
        return sizes.isEmpty() ? new Step.Rest() : new Step.Scale(sizes);
    }

    /// Sizes for a changed number of pods, in the middle of a rollout in proportion to the sizes so far.
    private static Map<ReplicaSet, Integer> resize(View view) {
        Deployment deployment = view.deployment();
        List<ReplicaSet> active =
                view.all().stream().filter(set -> set.replicas() > 0).toList();
        var sizes = new HashMap<ReplicaSet, Integer>();
        Optional<ReplicaSet> single = activeOrLatest(view, active);
        if (single.isPresent()) {
            put(sizes, single.get(), deployment, deployment.replicas());
        } else if (view.newest().filter(set -> saturated(deployment, set)).isPresent()) {
            view.old().stream().filter(set -> set.replicas() > 0).forEach(set -> sizes.put(set, 0));
        } else if (deployment.strategy() instanceof Strategy.RollingUpdate) {
            proportional(deployment, active, sizes);
        }
        return sizes;
    }

    private static Optional<ReplicaSet> activeOrLatest(View view, List<ReplicaSet> active) {
        return switch (active.size()) {
            case 0 ->
                view.newest()
                        .or(() -> view.old().isEmpty()
                                ? Optional.empty()
                                : Optional.of(view.old().getLast()));
            case 1 -> Optional.of(active.getFirst());
            default -> Optional.empty();
        };
    }

    private static boolean saturated(Deployment deployment, ReplicaSet set) {
        return set.replicas() == deployment.replicas()
                && set.status().availableReplicas() == deployment.replicas()
                && annotation(set, ScaleRule.DESIRED)
                        .filter(desired -> desired == deployment.replicas())
                        .isPresent();
    }

    /// A size is also written when only the wanted number noted at the set is out of date.
    private static void put(Map<ReplicaSet, Integer> sizes, ReplicaSet set, Deployment deployment, int size) {
        boolean noted = annotation(set, ScaleRule.DESIRED)
                .filter(desired -> desired == deployment.replicas())
                .isPresent();
        if (set.replicas() != size || !noted) {
            sizes.put(set, size);
        }
    }

    private static void proportional(Deployment deployment, List<ReplicaSet> active, Map<ReplicaSet, Integer> sizes) {
        int allowed = deployment.replicas() > 0 ? deployment.replicas() + ScaleRule.maxSurge(deployment) : 0;
        int toAdd = allowed - ScaleRule.replicas(active);
        Comparator<ReplicaSet> byAge =
                Comparator.comparing((ReplicaSet set) -> set.meta().creationTimestamp());
        List<ReplicaSet> ordered = active.stream()
                .sorted(Comparator.comparingInt(ReplicaSet::replicas)
                        .reversed()
                        .thenComparing(toAdd > 0 ? byAge.reversed() : byAge))
                .toList();
        int added = 0;
        var wanted = new HashMap<ReplicaSet, Integer>();
        for (ReplicaSet set : ordered) {
            int share = toAdd == 0 ? 0 : share(deployment, set, toAdd, added);
            wanted.put(set, set.replicas() + share);
            added += share;
        }
        int leftover = toAdd - added;
        for (ReplicaSet set : ordered) {
            int size = wanted.getOrDefault(set, set.replicas()) + leftover;
            put(sizes, set, deployment, Math.max(0, size));
            leftover = 0; // all of it is the first one's
        }
    }

    private static int share(Deployment deployment, ReplicaSet set, int toAdd, int added) {
        if (set.replicas() == 0 || toAdd == added) {
            return 0;
        }
        int fraction = fraction(deployment, set);
        int left = toAdd - added;
        return toAdd > 0 ? Math.min(fraction, left) : Math.max(fraction, left);
    }

    private static int fraction(Deployment deployment, ReplicaSet set) {
        if (deployment.replicas() == 0) {
            return -set.replicas();
        }
        int most = deployment.replicas() + ScaleRule.maxSurge(deployment);
        int before = annotation(set, ScaleRule.MAX)
                .filter(value -> value > 0)
                .orElse(Math.max(1, deployment.status().replicas()));
        return (int) Math.round((double) set.replicas() * most / before) - set.replicas();
    }

    private static Step rolling(View view) {
        Deployment deployment = view.deployment();
        if (view.newest().isEmpty()) {
            int most = deployment.replicas() + ScaleRule.maxSurge(deployment);
            int room = Math.max(0, most - ScaleRule.replicas(view.old()));
            return new Step.CreateNewest(Math.min(deployment.replicas(), room));
        }
        ReplicaSet newest = view.newest().get();
        int size = newest.replicas() > deployment.replicas()
                ? deployment.replicas()
                : ScaleRule.newReplicas(deployment, view.all(), newest);
        if (size != newest.replicas()) {
            return new Step.Scale(Map.of(newest, size));
        }
        return scale(shrinkOld(view, newest));
    }

    private static Map<ReplicaSet, Integer> shrinkOld(View view, ReplicaSet newest) {
        Deployment deployment = view.deployment();
        var sizes = new HashMap<ReplicaSet, Integer>();
        if (ScaleRule.replicas(view.old()) == 0) {
            return sizes;
        }
        int minAvailable = deployment.replicas() - ScaleRule.maxUnavailable(deployment);
        int newestUnavailable = newest.replicas() - newest.status().availableReplicas();
        int most = ScaleRule.replicas(view.all()) - minAvailable - newestUnavailable;
        if (most <= 0) {
            return sizes;
        }
        dropUnhealthy(view.old(), most, sizes);
        int spare = ScaleRule.available(view.all()) - minAvailable;
        for (ReplicaSet set : view.old()) {
            int size = sizes.getOrDefault(set, set.replicas());
            int down = Math.min(size, Math.max(0, spare));
            if (down > 0) {
                sizes.put(set, size - down);
                spare -= down;
            }
        }
        return sizes;
    }

    /// Pods of old sets that are not available go first: nobody misses them.
    private static void dropUnhealthy(List<ReplicaSet> old, int most, Map<ReplicaSet, Integer> sizes) {
        int left = most;
        for (ReplicaSet set : old) {
            int unhealthy = set.replicas() - set.status().availableReplicas();
            int down = Math.min(left, unhealthy);
            if (set.replicas() > 0 && down > 0) {
                sizes.put(set, set.replicas() - down);
                left -= down;
            }
        }
    }

    private static Step recreate(View view) {
        var sizes = new HashMap<ReplicaSet, Integer>();
        view.old().stream().filter(set -> set.replicas() > 0).forEach(set -> sizes.put(set, 0));
        if (!sizes.isEmpty()) {
            return new Step.Scale(sizes);
        }
        if (view.oldPodsRun()) {
            return new Step.Rest();
        }
        int wanted = view.deployment().replicas();
        if (view.newest().isEmpty()) {
            return new Step.CreateNewest(wanted);
        }
        ReplicaSet newest = view.newest().get();
        return newest.replicas() == wanted ? new Step.Rest() : new Step.Scale(Map.of(newest, wanted));
    }
}
