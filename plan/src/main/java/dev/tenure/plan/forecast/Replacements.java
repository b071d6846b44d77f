package dev.tenure.plan.forecast;

import dev.tenure.controllers.tainteviction.replacement.ReleaseNote;
import dev.tenure.model.apps.ReplicaSet;
import dev.tenure.model.apps.StatefulSet;
import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.forecast.EvictionPlan.NewPod;
import dev.tenure.plan.forecast.EvictionPlan.Outcome;
import dev.tenure.plan.forecast.Tracker.Track;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.time.Tick;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Which pod takes the place of which. The pods that a controller makes stand for those that leave it, in
/// order of time; those of a StatefulSet by their name, those of a DaemonSet by their node. One that stays
/// comes before one that leaves again itself. Asked for each pod that leaves, in order of time. Confined to
/// the thread of its world.
final class Replacements {
    private static final String SCHEDULED = Pod.SCHEDULED;
    private static final String NOT_MADE = "the StatefulSet has not made it by the end";
    private static final int SEARCHES_MAX = 20;
    private static final int REMEDIES_MAX = 3;

    private final Sight cluster;
    private final Tick begun;
    private final Function<Pod, Optional<Pod>> original;
    private final List<Track> others = new ArrayList<>();
    private final Map<String, Deque<Track>> made = new HashMap<>();
    private final Map<String, Deque<Track>> inOrder = new HashMap<>();
    private final Set<Track> taken = new HashSet<>();
    private final ContestedPlaces contested;
    private int searches;

    Replacements(Sight cluster, Tick begun, Collection<Track> tracks, Function<Pod, Optional<Pod>> original) {
        this.cluster = cluster;
        this.begun = begun;
        this.original = original;
        contested = ContestedPlaces.of(tracks);
        for (Track track : tracks) {
            if (!track.atStart || !track.boundAtStart) {
                others.add(track);
            }
        }
        List<Track> since = others.stream().filter(track -> !track.atStart).toList();
        since.forEach(track -> add(inOrder, track));
        since.stream()
                .sorted(Comparator.comparing((Track track) -> track.leaves.isPresent()))
                .forEach(track -> add(made, track));
    }

    private static void add(Map<String, Deque<Track>> pods, Track track) {
        key(track.pod)
                .ifPresent(key ->
                        pods.computeIfAbsent(key, _ -> new ArrayDeque<>()).add(track));
    }

    /// For whose place a pod can stand.
    private static Optional<String> key(Pod pod) {
        return pod.meta().controllerOwner().map(owner -> switch (owner.kind()) {
            case "StatefulSet" -> owner.uid() + "/" + pod.meta().name();
            case "DaemonSet" ->
                owner.uid() + "/" + WaitingDaemons.node(pod).orElse(pod.spec().nodeName());
            case "ReplicaSet" -> ofSet(pod, owner.name());
            // taken out of its set, which makes another pod before it leaves
            case "Deployment" ->
                ReleaseNote.of(pod).map(note -> ofSet(pod, note.set())).orElse(owner.uid());
            default -> owner.uid();
        });
    }

    private static String ofSet(Pod pod, String set) {
        return pod.meta().namespace() + "/" + set;
    }

    /// What becomes of the place of a pod that left.
    Outcome of(Track left) {
        switch (left.cause) {
            case "scale-down" -> {
                return new Outcome.NotReplaced("its controller wants fewer pods");
            }
            case "owner-gone" -> {
                return new Outcome.NotReplaced("its owner is gone");
            }
            default -> {
                // somebody may want another one
            }
        }
        if (PodRule.mirror(left.pod)) {
            return new Outcome.NotReplaced("its node runs it by itself");
        }
        Optional<OwnerReference> owner = left.pod.meta().controllerOwner();
        if (owner.isEmpty() && !LeftPod.isEviction(left.cause)) {
            return new Outcome.NotReplaced("it ended by itself, and has no controller that would make another one");
        }
        if (owner.isEmpty()) {
            return original.apply(left.pod)
                    .flatMap(pod -> pod.meta().controllerOwner())
                    .<Outcome>map(missing ->
                            new Outcome.NotReplaced("its %s %s is not known here, nor whether it makes another one"
                                    .formatted(missing.kind(), missing.name())))
                    .orElseGet(() -> new Outcome.Lost("it has no controller that would make another one"));
        }
        Optional<Track> next = key(left.pod).map(made::get).map(Deque::poll);
        Optional<Track> first = key(left.pod).map(inOrder::get).map(Deque::poll);
        next.ifPresent(taken::add);
        return next.map(track -> placed(track, first)).orElseGet(() -> unreplaced(left, owner.get()));
    }

    /// @param first that was made for the place; it may have left again
    private Outcome placed(Track track, Optional<Track> first) {
        Pod pod = track.pod;
        if (!pod.spec().bound() && track.leaves.isPresent()) {
            return new Outcome.NotReplaced("another one waited in its place until it was not wanted any more");
        }
        return pod.spec().bound()
                ? new Outcome.Replaced(
                        pod.meta().name(),
                        pod.spec().nodeName(),
                        track.ready.map(at -> at.since(begun)),
                        first.filter(other -> other != track && other.leaves.isPresent())
                                .flatMap(other -> other.ready)
                                .map(at -> at.since(begun)),
                        ties(pod),
                        contested.includes(track))
                : pending(pod);
    }

    private int ties(Pod pod) {
        return cluster.ties().applyAsInt(pod.meta().uid());
    }

    private Outcome.Pending pending(Pod pod) {
        String reason = pod.status()
                .condition(SCHEDULED)
                .map(Condition::message)
                .filter(message -> !message.isEmpty())
                .orElse("nobody has tried to place it yet");
        return new Outcome.Pending(pod.meta().name(), reason, remedies(pod));
    }

    private List<String> remedies(Pod pod) {
        if (++searches > SEARCHES_MAX) {
            return List.of();
        }
        var remedies = new ArrayList<String>();
        Optional<JsonNode> answer =
                cluster.explainer().explain(pod.meta().namespace(), pod.meta().name());
        answer.ifPresent(explanation -> explanation
                .path("remedies")
                .forEach(remedy -> remedies.add(remedy.path("changes")
                        .valueStream()
                        .map(JsonNode::asText)
                        .collect(Collectors.joining(" and ")))));
        return remedies.stream().limit(REMEDIES_MAX).toList();
    }

    private Outcome unreplaced(Track left, OwnerReference owner) {
        String node = left.pod.spec().nodeName();
        return switch (owner.kind()) {
            case "StatefulSet" ->
                left.gone.isEmpty()
                        ? new Outcome.Pending(
                                left.pod.meta().name(),
                                "the StatefulSet waits until its predecessor is gone, and node %s does not say so"
                                        .formatted(node),
                                List.of("force the deletion of the pod, or taint node %s with %s"
                                        .formatted(node, "node.kubernetes.io/out-of-service:NoExecute")))
                        : new Outcome.Pending("", predecessor(left.pod, owner), List.of());
            case "DaemonSet" -> new Outcome.NotReplaced("the DaemonSet wants none on node %s any more".formatted(node));
            case "ReplicaSet" -> refused(ResourceTypes.REPLICA_SETS, left.pod, owner);
            default ->
                new Outcome.NotReplaced("%s %s makes no other one by the end".formatted(owner.kind(), owner.name()));
        };
    }

    /// Why a stateful set has not made a pod again: it makes them in order, each when the one before is
    /// ready.
    private String predecessor(Pod pod, OwnerReference owner) {
        ApiReply reply =
                cluster.client().get(ResourceTypes.STATEFUL_SETS, pod.meta().namespace(), owner.name());
        if (!(reply instanceof ApiReply.One(var _, StoredObject stored, var _))
                || stored.view(StatefulSet.class).parallel()) {
            return NOT_MADE;
        }
        String name = pod.meta().name();
        int dash = name.lastIndexOf('-');
        String set = name.substring(0, dash + 1);
        return IntStream.range(stored.view(StatefulSet.class).start(), ordinal(name.substring(dash + 1)))
                .mapToObj(i -> set + i)
                .filter(before -> !isReady(pod.meta().namespace(), before))
                .findFirst()
                .map(before ->
                        "the StatefulSet makes it when %s is ready, which it is not by the end".formatted(before))
                .orElse(NOT_MADE);
    }

    private static int ordinal(String digits) {
        return digits.matches("\\d{1,6}") ? Integer.parseInt(digits) : 0;
    }

    private boolean isReady(String namespace, String name) {
        return cluster.client().get(ResourceTypes.PODS, namespace, name) instanceof ApiReply.One(var _, var pod, var _)
                && PodRule.ready(pod.view(Pod.class));
    }

    private Outcome refused(ResourceType type, Pod pod, OwnerReference owner) {
        ApiReply reply = cluster.client().get(type, pod.meta().namespace(), owner.name());
        if (reply instanceof ApiReply.One(var _, StoredObject object, var _)) {
            Optional<Condition> failure = Condition.find(
                            object.view(ReplicaSet.class).status().conditions(), "ReplicaFailure")
                    .filter(Condition::isTrue);
            if (failure.isPresent()) {
                return new Outcome.Pending("", failure.get().message(), List.of());
            }
        }
        return new Outcome.NotReplaced("its ReplicaSet has all the pods that it wants");
    }

    /// What is open of who gets which place, as a sentence.
    Optional<String> open() {
        return contested.note();
    }

    /// The pods that are made or get a node without standing for another one; asked last.
    List<NewPod> others() {
        return others.stream()
                .filter(track -> !taken.contains(track) && track.leaves.isEmpty() && track.gone.isEmpty())
                .filter(track -> !track.atStart || track.pod.spec().bound())
                .sorted(Comparator.comparing(track -> track.pod.qualifiedName()))
                .map(track -> new NewPod(
                        track.pod.meta().namespace(),
                        track.pod.meta().name(),
                        track.pod.spec().nodeName(),
                        track.ready.map(at -> at.since(begun)),
                        track.pod.spec().bound() ? Optional.empty() : Optional.of(pending(track.pod)),
                        ties(track.pod),
                        contested.includes(track)))
                .toList();
    }
}
