package dev.tenure.plan.forecast;

import dev.tenure.controllers.workload.SurplusRule;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.plan.forecast.Tracker.Track;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.time.Tick;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/// Among which pods chance chose one that leaves because a replica set or a Job gets smaller or a more
/// important pod needs its room, or that got its node while others like it waited on. Confined to the thread
/// of its world.
final class AlikePods {
    private static final String JOB = "Job";
    private static final Set<String> CHOOSING = Set.of("ReplicaSet", "ReplicationController", JOB);

    /// As pods were when the first one of several was told to go.
    ///
    /// @param from the owner or the node that they leave
    private record Moment(String from, Tick at) {}

    private final ControlledSets sets;
    private final ToIntFunction<String> ties;
    private final Map<Moment, List<Pod>> standing = new HashMap<>();
    /// By the uid of each pod: those that are alike share one set, however many leave.
    private final Map<Moment, Map<String, Set<String>>> known = new HashMap<>();

    /// By the uid of each owner: its pods that waited for a node at the beginning.
    private final Map<String, Set<String>> waiting = new HashMap<>();
    /// By the uid of each pod that chance could choose: those that could have had each other's turn.
    private final Map<String, Set<String>> groups = new HashMap<>();

    /// @param ties among how many equally good nodes chance chose for the pod of a uid
    AlikePods(ControlledSets sets, ToIntFunction<String> ties) {
        this.sets = sets;
        this.ties = ties;
    }

    /// To be told when a pod is told to go.
    ///
    /// @param before the pod before that
    void left(Track leaving, Pod before, Collection<Track> all, Tick now, Instant wall) {
        Set<String> alike = switch (leaving.cause) {
            case "scale-down" ->
                owner(before)
                        .map(owner -> {
                            var moment = new Moment(owner.uid(), now);
                            return known(moment, before, () -> {
                                List<Pod> related = standing(moment, before, all, LeftPod.owner(before));
                                return given(before, related, owner, wall);
                            });
                        })
                        .orElse(Set.of());
            case "preemption" -> {
                var moment = new Moment(before.spec().nodeName(), now);
                yield known(moment, before, () -> equals(before, standing(moment, before, all, "")));
            }
            default -> leaving.atStart && !leaving.boundAtStart ? waiting(before, all) : Set.of();
        };
        if (!alike.isEmpty()) {
            join(alike);
        }
    }

    /// The uids of those that waited for a node with this pod at the beginning, for the same owner: which of
    /// them got one was for the order of their attempts to say, which nobody sees.
    private Set<String> waiting(Pod pod, Collection<Track> all) {
        String owner = pod.meta().controllerOwner().map(OwnerReference::uid).orElse("");
        if (owner.isEmpty()) {
            return Set.of();
        }
        return waiting.computeIfAbsent(
                owner,
                _ -> all.stream()
                        .filter(track -> track.atStart && !track.boundAtStart)
                        .map(track -> track.pod.meta())
                        .filter(other -> other.isControlledBy(owner))
                        .map(ObjectMeta::uid)
                        .collect(Collectors.toSet()));
    }

    /// Whom chance chose from before, it could choose from now: all of them could have had each other's turn.
    private void join(Set<String> alike) {
        Set<String> joined = alike.stream()
                .flatMap(uid -> Optional.ofNullable(groups.get(uid)).stream())
                .max(Comparator.comparingInt(Set::size))
                .orElseGet(HashSet::new);
        if (joined.containsAll(alike)) {
            return;
        }
        for (String uid : alike) {
            if (!joined.contains(uid)) {
                joined.add(uid);
                joined.addAll(groups.getOrDefault(uid, Set.of()));
            }
        }
        joined.forEach(uid -> groups.put(uid, joined));
    }

    private Set<String> known(Moment moment, Pod pod, Supplier<List<Pod>> alike) {
        Map<String, Set<String>> sets = known.computeIfAbsent(moment, _ -> new HashMap<>());
        String own = pod.meta().uid();
        if (!sets.containsKey(own)) {
            Set<String> uids =
                    alike.get().stream().map(like -> like.meta().uid()).collect(Collectors.toSet());
            uids.forEach(uid -> sets.put(uid, uids));
            sets.put(own, uids);
        }
        return sets.get(own);
    }

    /// Of equally important pods of one node those that began when this one did.
    private static List<Pod> equals(Pod pod, List<Pod> standing) {
        return standing.stream()
                .filter(other -> other.spec().nodeName().equals(pod.spec().nodeName()))
                .filter(other -> other.spec().priority() == pod.spec().priority())
                .filter(other -> other.status().startTime().equals(pod.status().startTime()))
                .toList();
    }

    private static Optional<OwnerReference> owner(Pod pod) {
        return pod.meta().controllerOwner().filter(owner -> CHOOSING.contains(owner.kind()));
    }

    /// @param standing the pods of the workload, those of other sets of it too
    private List<Pod> given(Pod pod, List<Pod> standing, OwnerReference by, Instant wall) {
        List<Pod> own = standing.stream()
                .filter(other -> owner(other)
                        .filter(owner -> owner.uid().equals(by.uid()))
                        .isPresent())
                .toList();
        if (by.kind().equals(JOB)) {
            return SurplusRule.likesOfJob(pod, own);
        }
        // whom nobody controls, nobody ranks by how crowded nodes are
        List<Pod> crowding = sets.isControlled(by.uid()) ? standing : List.of();
        boolean crowdsAnywhere =
                crowding.stream().anyMatch(other -> ties.applyAsInt(other.meta().uid()) > 1);
        return crowdsAnywhere
                ? SurplusRule.likesWhereverOthersAre(pod, own)
                : SurplusRule.likes(pod, own, crowding, wall);
    }

    /// @param workload whose pods count; all where it is empty
    private List<Pod> standing(Moment moment, Pod before, Collection<Track> all, String workload) {
        return standing.computeIfAbsent(
                moment,
                _ -> all.stream()
                        .map(track ->
                                track.pod.meta().uid().equals(before.meta().uid()) ? before : track.pod)
                        .filter(PodRule::active)
                        .filter(pod -> workload.isEmpty()
                                || (pod.meta().namespace().equals(before.meta().namespace())
                                        && LeftPod.owner(pod).equals(workload)))
                        .toList());
    }

    /// The uids of those among which chance chose, its own among them; none where nothing was left to chance,
    /// or all of them went at one moment.
    Set<String> tied(Track leaving, Map<String, Track> all) {
        Set<String> alike = groups.getOrDefault(leaving.pod.meta().uid(), Set.of());
        boolean open = alike.stream()
                .map(all::get)
                .anyMatch(other ->
                        other != null && !(other.cause.equals(leaving.cause) && other.leaves.equals(leaving.leaves)));
        return open ? Collections.unmodifiableSet(alike) : Set.of();
    }
}
