package dev.tenure.controllers.podgc;

import dev.tenure.controllers.podgc.retention.FailedPodRetention;
import dev.tenure.controllers.podgc.retention.FailedPodRetention.LoopLimit;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.rules.pod.EvictionLoopRule;
import dev.tenure.rules.pod.EvictionLoopRule.EvictionLoop;
import dev.tenure.rules.pod.EvictionLoopRule.Failure;
import dev.tenure.rules.pod.PodFailure;
import dev.tenure.rules.pod.RejectedPodsRule;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The pods that were evicted or rejected lately, by their owner and their node, those too that are gone
/// already. Confined to one loop.
final class RepeatedFailures {
    /// Of more owners and nodes than this, those of which nothing was heard for longest are forgotten.
    static final int PLACES_MAX = 2_000;

    /// As many as can be too many.
    static final int PODS_MAX = 100;

    /// The pods of one owner on one node.
    private static final class Place {
        private final Map<String, Failure> pods = new HashMap<>();
        private final ArrayDeque<String> order = new ArrayDeque<>();
        private Pod last;
        private Optional<Instant> told = Optional.empty();

        private Place(Pod first) {
            last = first;
        }

        private boolean add(Pod pod) {
            if (pods.putIfAbsent(pod.meta().uid(), failure(pod)) != null) {
                return false;
            }
            last = pod;
            order.add(pod.meta().uid());
            if (order.size() > PODS_MAX) {
                pods.remove(order.remove());
            }
            return true;
        }

        private List<EvictionLoop> loops(LoopLimit limit, Instant since) {
            if (order.size() < limit.times()) {
                return List.of();
            }
            List<Failure> lately = pods.values().stream()
                    .filter(each -> each.last().isAfter(since))
                    .toList();
            return EvictionLoopRule.find(lately, limit.times(), limit.window());
        }
    }

    /// An owner that makes pods which fail on one node again and again.
    ///
    /// @param again whether it was not told of within the window
    record Loop(OwnerReference owner, String namespace, EvictionLoop loop, boolean again) {}

    private final Map<List<String>, Place> places = new LinkedHashMap<>(16, 0.75f, true);

    /// A pod has failed; nothing else counts, and the same pod counts once.
    ///
    /// @return whether it counts, and did not before
    boolean add(Pod pod) {
        Optional<OwnerReference> owner = pod.meta().controllerOwner();
        if (owner.isEmpty()
                || !pod.spec().bound()
                || PodFailure.of(pod).filter(why -> why != PodFailure.OTHER).isEmpty()) {
            return false;
        }
        boolean counts = places.computeIfAbsent(key(owner.get(), pod), _ -> new Place(pod))
                .add(pod);
        if (places.size() > PLACES_MAX) {
            places.remove(places.keySet().iterator().next());
        }
        return counts;
    }

    /// A pod that has failed.
    static Failure failure(Pod pod) {
        Instant at = PodFailure.at(pod);
        String message = pod.status().message().strip();
        return new Failure(
                RejectedPodsRule.owner(pod), pod.spec().nodeName(), pod.status().reason(), message, 1, at, at);
    }

    private static List<String> key(OwnerReference owner, Pod pod) {
        return List.of(owner.uid(), pod.spec().nodeName());
    }

    /// The loop that a pod is of, which has just failed, as of now; nobody counts as told of it.
    ///
    /// @param pod with an owner
    Optional<EvictionLoop> of(Pod pod, LoopLimit limit, Instant now) {
        return pod.meta()
                .controllerOwner()
                .map(owner -> places.get(key(owner, pod)))
                .flatMap(place ->
                        place.loops(limit, now.minus(limit.window())).stream().findFirst());
    }

    /// The loops that a retention asks to be told, as of now.
    List<Loop> of(FailedPodRetention retention, LoopLimit limit, Instant now) {
        Instant since = now.minus(limit.window());
        var loops = new ArrayList<Loop>();
        for (Place place : places.values()) {
            if (!retention.isAbout(place.last)) {
                continue;
            }
            for (EvictionLoop loop : place.loops(limit, since)) {
                boolean again = place.told.filter(since::isBefore).isEmpty();
                if (again) {
                    place.told = Optional.of(now);
                }
                place.last
                        .meta()
                        .controllerOwner()
                        .ifPresent(owner ->
                                loops.add(new Loop(owner, place.last.meta().namespace(), loop, again)));
            }
        }
        return loops;
    }
}
