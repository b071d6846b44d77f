package dev.tenure.controllers.daemonset;

import dev.tenure.controllers.daemonset.DaemonRule.View;
import dev.tenure.model.apps.DaemonSet.UpdateStrategy;
import dev.tenure.model.core.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which pods of an old template go next, and which nodes get a second pod before. Upstream: daemon/update.go
/// (rollingUpdate).
final class DaemonRolloutRule {
    /// What to do.
    ///
    /// @param create nodes that get a pod of the present template beside the old one
    /// @param delete old pods
    record Step(List<String> create, List<Pod> delete) {
        static final Step NONE = new Step(List.of(), List.of());
    }

    /// The pods of a node that are not being removed: at most one of each kind, else the node is in disorder.
    private record Pair(Optional<Pod> fresh, Optional<Pod> old) {}

    private DaemonRolloutRule() {}

    static Step decide(View view) {
        return switch (view.set().updateStrategy()) {
            case UpdateStrategy.OnDelete _ -> Step.NONE;
            case UpdateStrategy.RollingUpdate rolling -> {
                int wanted =
                        (int) view.fits().values().stream().filter(NodeFit::run).count();
                int unavailable = rolling.maxUnavailable().roundedUpOf(wanted);
                int surge = rolling.maxSurge().roundedUpOf(wanted);
                yield surge == 0
                        ? replace(view, wanted > 0 && unavailable == 0 ? 1 : unavailable)
                        : surge(view, surge, wanted);
            }
        };
    }

    /// Nodes that have a pod of the set or ought to have one.
    private static SortedSet<String> nodes(View view) {
        var nodes = new TreeSet<>(view.pods().byNode().keySet());
        view.fits().forEach((node, fit) -> {
            if (fit.run()) {
                nodes.add(node);
            }
        });
        return nodes;
    }

    private static Optional<Pair> pair(View view, String node) {
        Optional<Pod> fresh = Optional.empty();
        Optional<Pod> old = Optional.empty();
        for (Pod pod : view.pods().on(node)) {
            if (pod.meta().deleting()) {
                continue;
            }
            boolean updated = DaemonPods.updated(pod, view.set(), view.hash());
            if ((updated ? fresh : old).isPresent()) {
                return Optional.empty();
            }
            if (updated) {
                fresh = Optional.of(pod);
            } else {
                old = Optional.of(pod);
            }
        }
        return Optional.of(new Pair(fresh, old));
    }

    /// Old pods go as long as not too many nodes are without an available one.
    private static Step replace(View view, int maxUnavailable) {
        int unavailable = 0;
        List<Pod> delete = new ArrayList<>();
        List<Pod> candidates = new ArrayList<>();
        for (String node : nodes(view)) {
            Optional<Pair> pair = pair(view, node);
            if (pair.isEmpty()
                    || pair.get().fresh().isPresent() == pair.get().old().isPresent()) {
                unavailable++;
            } else if (pair.get().fresh().isPresent()) {
                unavailable += view.available(pair.get().fresh().get()) ? 0 : 1;
            } else if (!view.available(pair.get().old().orElseThrow())) {
                delete.add(pair.get().old().get());
                unavailable++;
            } else {
                candidates.add(pair.get().old().get());
            }
        }
        int free = Math.clamp(maxUnavailable - unavailable, 0, candidates.size());
        delete.addAll(candidates.subList(0, free));
        return new Step(List.of(), delete);
    }

    /// New pods come first, and old ones go when theirs is available. An old pod on a node that is gone stops
    /// everything, as upstream's look for the node fails, until the garbage collector has removed the pod.
    private static Step surge(View view, int maxSurge, int wanted) {
        var surge = new Surge(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        int surging = 0;
        int available = 0;
        for (String node : nodes(view)) {
            Optional<Pair> found = pair(view, node);
            if (found.isEmpty()) {
                surging++;
                continue;
            }
            Pair pair = found.get();
            boolean oldAvailable = pair.old().filter(view::available).isPresent();
            boolean freshAvailable = pair.fresh().filter(view::available).isPresent();
            available += (pair.old().isPresent() ? oldAvailable : freshAvailable) ? 1 : 0;
            if (pair.old().isPresent() && pair.fresh().isEmpty()) {
                NodeFit fit = view.fits().get(node);
                if (fit == null) {
                    return Step.NONE;
                }
                surge.candidate(node, pair.old().get(), fit.run(), oldAvailable);
            } else if (pair.old().isPresent() && freshAvailable) {
                surge.delete.add(pair.old().get());
            } else if (pair.old().isPresent()) {
                surging++;
            }
        }
        int free = Math.clamp(maxSurge - surging, 0, surge.candidates.size());
        surge.create.addAll(surge.candidates.subList(0, free));
        int spare = Math.clamp(available - wanted, 0, surge.misplaced.size());
        surge.delete.addAll(surge.misplaced.subList(0, spare));
        return new Step(surge.create, surge.delete);
    }

    /// @param create nodes whose old pod is not available: they get a new one in any case
    /// @param candidates nodes whose old pod is available
    /// @param delete old pods that go: theirs is available, or they are not and none would be made where they
    ///     are
    /// @param misplaced available old pods on nodes where none would be made
    private record Surge(List<String> create, List<String> candidates, List<Pod> delete, List<Pod> misplaced) {
        private void candidate(String node, Pod old, boolean run, boolean available) {
            if (!run) {
                (available ? misplaced : delete).add(old);
            } else if (available) {
                candidates.add(node);
            } else {
                create.add(node);
            }
        }
    }
}
