package dev.tenure.plan.forecast;

import dev.tenure.model.core.Condition;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.rules.taint.TolerationRule;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.world.Observer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// Follows every pod through a forecast, from the writes that the store acknowledges. Confined to the thread
/// of its world.
final class Tracker implements Observer {
    /// What is known of a pod.
    static final class Track {
        final boolean atStart;
        final boolean boundAtStart;
        final boolean healthyAtStart;
        Pod pod;
        Optional<Tick> made = Optional.empty();
        /// When it got its node, if that was since the beginning.
        Optional<Tick> placed = Optional.empty();
        Optional<Tick> ready = Optional.empty();
        Optional<Tick> leaves = Optional.empty();
        Optional<Tick> gone = Optional.empty();
        /// What it got to stop when it was told to go.
        long graceSeconds;
        String cause = "";
        /// Whether the cause is not what the pod says.
        boolean supposed;
        String why = "";

        Track(Pod pod, boolean atStart) {
            this.pod = pod;
            this.graceSeconds = pod.spec().terminationGraceSeconds();
            this.atStart = atStart;
            this.boundAtStart = atStart && pod.spec().bound();
            this.healthyAtStart = atStart && Turn.healthy(pod);
        }
    }

    /// Whose evictions are because of taints, by the eviction API too, where a policy respects budgets.
    private static final String TAINT_EVICTION = "node-controller";

    private static final String UNSEEN = "deleted";
    /// Controllers give up sooner where anything keeps a pod from being made.
    private static final int IN_VAIN_MAX = 1_000;

    private final Map<String, Track> tracks = new LinkedHashMap<>();
    /// Of these, by uid, the pods that wait for a node, and those that were told to go and are not gone. Few
    /// are, and somebody asks every few seconds.
    private final Map<String, Track> waiting = new LinkedHashMap<>();
    private final Map<String, Track> leaving = new LinkedHashMap<>();
    private final Map<String, List<Taint>> taints = new HashMap<>();
    private final List<Turn> turns = new ArrayList<>();
    private final SeenPolicies policies;
    private final NodeTracks nodes = new NodeTracks();
    private final ControlledSets sets = new ControlledSets();
    private AlikePods alike = new AlikePods(sets, _ -> 1);
    private @Nullable TimeSource time;
    private Tick last = new Tick(0);
    /// How many pods were made and told to go since time last passed.
    private int inVain;

    /// @param obeysPolicies whether the controller that evicts because of taints does
    Tracker(boolean obeysPolicies) {
        policies = new SeenPolicies(obeysPolicies);
    }

    /// From here on writes count.
    ///
    /// @param ties among how many equally good nodes chance chose for the pod of a uid; asked for those that
    ///     get their node from here on
    void begin(TimeSource clock, List<StoredObject> objects, ToIntFunction<String> ties) {
        tracks.clear();
        waiting.clear();
        leaving.clear();
        turns.clear();
        alike = new AlikePods(sets, uid -> wasBound(uid) ? 1 : ties.applyAsInt(uid));
        var others = new ArrayList<StoredObject>();
        for (StoredObject object : objects) {
            if (isPod(object)) {
                var track = new Track(object.view(Pod.class), true);
                tracks.put(object.uid(), track);
                sort(track);
                continue;
            }
            others.add(object);
            sets.seen(object);
            policies.seen(object, false);
            if (isNode(object)) {
                taints.put(object.key().name(), object.view(Node.class).spec().taints());
            }
        }
        nodes.begin(others);
        time = clock;
        last = clock.now();
    }

    private boolean wasBound(String uid) {
        return track(uid).filter(known -> known.boundAtStart).isPresent();
    }

    /// All, in the order in which they came to be known.
    Collection<Track> tracks() {
        return Collections.unmodifiableCollection(tracks.values());
    }

    /// What is known of the pod with this uid.
    Optional<Track> track(String uid) {
        return Optional.ofNullable(tracks.get(uid));
    }

    /// The uids of the equal pods among which chance chose one that leaves; none where nothing was left to
    /// it.
    Set<String> tied(Track track) {
        return alike.tied(track, tracks);
    }

    /// What befell the nodes.
    NodeTracks nodes() {
        return nodes;
    }

    /// Takes it that pods of which nobody saw who deleted them left for these causes, by uid. What was taken
    /// before counts no longer.
    void suppose(Map<String, String> causes) {
        for (Track track : tracks.values()) {
            if (track.supposed || track.cause.equals(UNSEEN)) {
                String cause = causes.get(track.pod.meta().uid());
                track.supposed = cause != null;
                track.cause = cause == null ? UNSEEN : cause;
            }
        }
    }

    /// When something last happened to a pod.
    Tick lastMove() {
        return last;
    }

    /// Whether a pod waits for a node.
    boolean anyWaits() {
        return !waiting.isEmpty();
    }

    /// The pods that were told to go and are not gone.
    Collection<Track> leaving() {
        return Collections.unmodifiableCollection(leaving.values());
    }

    private void sort(Track track) {
        boolean stays = track.leaves.isEmpty() && track.gone.isEmpty();
        String uid = track.pod.meta().uid();
        keep(waiting, uid, track, stays && !track.pod.spec().bound() && PodRule.active(track.pod));
        keep(leaving, uid, track, track.leaves.isPresent() && track.gone.isEmpty());
    }

    private static void keep(Map<String, Track> tracks, String uid, Track track, boolean belongs) {
        if (belongs) {
            tracks.put(uid, track);
        } else {
            tracks.remove(uid);
        }
    }

    /// The pod that was just made and told to go, if many were at this one moment: such pods come and go for
    /// ever without time passing.
    Optional<Pod> endless() {
        if (inVain <= IN_VAIN_MAX) {
            return Optional.empty();
        }
        return tracks.values().stream()
                .filter(track -> track.leaves.isPresent() && track.leaves.equals(track.made))
                .map(track -> track.pod)
                .findFirst();
    }

    /// Why a pod was told to go; empty when it was not.
    String why(Pod pod) {
        Track track = tracks.get(pod.meta().uid());
        return track == null ? "" : track.why;
    }

    /// Every change of a pod's health, in order of time.
    List<Turn> turns() {
        return turns;
    }

    private static boolean isNode(StoredObject object) {
        return object.key().resource().equals("nodes") && object.key().group().isEmpty();
    }

    private static boolean isPod(StoredObject object) {
        return object.key().resource().equals("pods") && object.key().group().isEmpty();
    }

    @Override
    public void written(Write write) {
        sets.seen(write.after());
        policies.seen(write.after(), write.deletion());
        if (isNode(write.after())) {
            taints.put(
                    write.after().key().name(),
                    write.after().view(Node.class).spec().taints());
            if (time != null) {
                nodes.written(write, time.now());
            }
        }
        if (time != null && isPod(write.after())) {
            pod(write, time);
        }
    }

    private void pod(Write write, TimeSource clock) {
        Tick now = clock.now();
        Pod pod = write.after().view(Pod.class);
        Optional<Pod> before = write.before().map(object -> object.view(Pod.class));
        Track track = tracks.computeIfAbsent(write.after().uid(), _ -> new Track(pod, false));
        if (before.isEmpty()) {
            track.made = Optional.of(now);
        }
        track.pod = pod;
        inVain = now.equals(last) ? inVain : 0;
        last = now;
        boolean healthy = !write.deletion() && Turn.healthy(pod);
        if (healthy != before.filter(Turn::healthy).isPresent()) {
            turns.add(new Turn(now, pod, healthy));
        }
        if (track.leaves.isEmpty() && beginsToLeave(write, before, pod)) {
            leaves(track, now, write.origin().user());
            alike.left(track, before.orElse(pod), tracks.values(), now, clock.wall());
        }
        if (!track.boundAtStart) {
            arrives(track, now);
        }
        if (write.deletion()) {
            track.gone = Optional.of(now);
        }
        sort(track);
    }

    private static void arrives(Track track, Tick now) {
        if (track.placed.isEmpty() && track.pod.spec().bound()) {
            track.placed = Optional.of(now);
        }
        if (track.ready.isEmpty() && PodRule.ready(track.pod)) {
            track.ready = Optional.of(now);
        }
    }

    private static boolean beginsToLeave(Write write, Optional<Pod> before, Pod pod) {
        boolean stood = before.filter(PodRule::active).isPresent();
        return stood
                && (write.deletion() || pod.meta().deleting() || pod.status().phase() == PodPhase.FAILED);
    }

    private void leaves(Track track, Tick now, String user) {
        Pod pod = track.pod;
        track.leaves = Optional.of(now);
        inVain += track.leaves.equals(track.made) ? 1 : 0;
        track.graceSeconds = pod.meta()
                .deletion()
                .map(ObjectMeta.Deletion::graceSeconds)
                .orElse(pod.spec().terminationGraceSeconds());
        track.cause = tainted(pod, user) ? "taint" : cause(pod, user);
        track.why = why(pod, track.cause, user);
    }

    /// The controller of DaemonSets takes pods from nodes whose taints they do not tolerate, often before it
    /// is the turn of the one that evicts.
    private boolean tainted(Pod pod, String user) {
        return user.endsWith(":daemon-set-controller")
                && TolerationRule.firstUntolerated(
                                taints.getOrDefault(pod.spec().nodeName(), List.of()),
                                pod.spec().tolerations(),
                                TolerationRule.EVICTS)
                        .isPresent();
    }

    private String why(Pod pod, String cause, String user) {
        String reason = pod.status()
                .condition(Pod.DISRUPTION_TARGET)
                .map(Condition::message)
                .filter(message -> !message.isEmpty())
                .orElse(pod.status().message());
        String usual = reason.isEmpty() ? "deleted by " + (user.isEmpty() ? "the API server" : user) : reason;
        if (!cause.equals("taint")) {
            return usual;
        }
        List<Taint> there = taints.getOrDefault(pod.spec().nodeName(), List.of());
        return TaintWhyRule.why(pod, policies.evicting(pod, there), policies)
                .or(() -> TaintWhyRule.why(pod, executing(there), policies))
                .orElse(usual);
    }

    private static List<Taint> executing(List<Taint> taints) {
        return taints.stream()
                .filter(taint -> TolerationRule.EVICTS.contains(taint.effect()))
                .toList();
    }

    private static String cause(Pod pod, String user) {
        Optional<Condition> target =
                pod.status().condition(Pod.DISRUPTION_TARGET).filter(Condition::isTrue);
        String controller = user.substring(user.lastIndexOf(':') + 1);
        if (target.isPresent() && controller.equals(TAINT_EVICTION)) {
            return "taint";
        }
        if (target.isPresent()) {
            return DisruptionReasonRule.cause(target.get().reason()).orElse("node-pressure");
        }
        if (pod.status().phase() == PodPhase.FAILED) {
            return causeOfFailure(pod.status().reason());
        }
        return switch (controller) {
            case "replicaset-controller",
                    "statefulset-controller",
                    "replication-controller",
                    "job-controller",
                    "daemon-set-controller" -> "scale-down";
            case "generic-garbage-collector", "namespace-controller" -> "owner-gone";
            case "pod-garbage-collector" -> "pod-gc";
            default -> UNSEEN;
        };
    }

    private static String causeOfFailure(String reason) {
        return switch (reason) {
            case "Evicted" -> "node-pressure";
            case "DeadlineExceeded" -> LeftPod.DEADLINE;
            case "" -> LeftPod.ENDED;
            default -> "rejected";
        };
    }
}
