package dev.tenure.controllers.podgc;

import dev.tenure.client.events.EventRecorder;
import dev.tenure.client.events.InvolvedObject;
import dev.tenure.controllers.podgc.retention.FailedPodRetention;
import dev.tenure.controllers.podgc.retention.FailedPodRetention.LoopLimit;
import dev.tenure.controllers.podgc.retention.OwnerPause;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.OwnerReference;
import dev.tenure.rules.pod.EvictionLoopRule.EvictionLoop;
import dev.tenure.rules.pod.EvictionLoopRule.Failure;
import dev.tenure.rules.pod.PodFailure;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Has owners whose pods fail again and again make none for a while, where a retention asks for it. What it
/// decides is told in the status of the retention; a policy of admission, which has retentions as its
/// parameters, refuses the pods of those owners, and their controllers wait as they do after every refusal.
/// So it works beside controllers that know nothing of it. Confined to one loop.
final class PauseKeeper {
    private static final String EVENT = "EvictionLoopPaused";
    private static final String ALARM = "eviction-loop-pauses";

    private final EventLoop loop;
    private final EventRecorder events;
    private final RepeatedFailures repeated;
    /// Told when something has changed.
    private final Runnable changed;

    private final Map<String, PausesState> states = new HashMap<>();

    /// @param changed told when something has changed
    PauseKeeper(EventLoop loop, EventRecorder events, RepeatedFailures repeated, Runnable changed) {
        this.loop = loop;
        this.events = events;
        this.repeated = repeated;
        this.changed = changed;
    }

    /// A retention is new or has changed.
    ///
    /// @param stored what its status tells, which counts when it is seen for the first time
    void retention(FailedPodRetention retention, List<OwnerPause> stored) {
        PausesState state = states.get(retention.name());
        if (state == null) {
            state = new PausesState();
            state.load(stored);
            states.put(retention.name(), state);
        }
        state.limit(retention.dryRun() ? Optional.empty() : retention.loops());
        advance();
    }

    void forget(String retention) {
        states.remove(retention);
    }

    /// The owners of a retention that are paused or watched.
    List<OwnerPause> of(String retention) {
        PausesState state = states.get(retention);
        return state == null ? List.of() : state.all();
    }

    /// A pod has failed that did not count before.
    void failed(FailedPodRetention retention, Pod pod, Instant now) {
        PausesState state = states.get(retention.name());
        Optional<OwnerReference> owner = pod.meta().controllerOwner();
        if (state == null || owner.isEmpty() || !retention.isAbout(pod)) {
            return;
        }
        Optional<LoopLimit> limit = state.limit();
        if (limit.isPresent() && state.watches(owner.get().uid(), PodFailure.at(pod))) {
            begin(state, owner.get(), pod.meta().namespace(), alone(RepeatedFailures.failure(pod)), now);
        } else if (limit.isPresent() && !state.knows(owner.get().uid())) {
            repeated.of(pod, limit.get(), now)
                    .ifPresent(found -> begin(state, owner.get(), pod.meta().namespace(), found, now));
        }
    }

    private static EvictionLoop alone(Failure failure) {
        return new EvictionLoop(failure, 1);
    }

    /// A look at all that has failed found a loop.
    void found(FailedPodRetention retention, RepeatedFailures.Loop found, Instant now) {
        PausesState state = states.get(retention.name());
        if (state != null
                && state.limit().isPresent()
                && !state.knows(found.owner().uid())) {
            begin(state, found.owner(), found.namespace(), found.loop(), now);
        }
    }

    private void begin(PausesState state, OwnerReference owner, String namespace, EvictionLoop found, Instant now) {
        if (!state.begin(owner, namespace, found, now)) {
            return;
        }
        OwnerPause pause = state.of(owner.uid()).orElseThrow();
        var about = new InvolvedObject(owner.apiVersion(), owner.kind(), namespace, owner.name(), owner.uid(), 0, "");
        events.record(
                about,
                EventRecorder.Type.Warning,
                EVENT,
                "no pods are to be made until %s: %s failed on node %s, the last with %s: %s"
                        .formatted(
                                pause.until(),
                                pause.pods() == 1 ? "one more pod" : pause.pods() + " pods",
                                pause.node(),
                                pause.reason(),
                                pause.message()));
        changed.run();
        alarm();
    }

    /// Ends what is over; also to be called now and then, for the wall clock may be set.
    void advance() {
        Instant now = loop.time().wall();
        boolean any = false;
        for (PausesState state : states.values()) {
            any |= state.advance(now);
        }
        if (any) {
            changed.run();
        }
        alarm();
    }

    private void alarm() {
        states.values().stream()
                .flatMap(state -> state.next().stream())
                .min(Comparator.naturalOrder())
                .ifPresentOrElse(
                        next -> loop.alarm(ALARM, loop.time().tickOf(next), this::advance), () -> loop.cancel(ALARM));
    }
}
