package dev.tenure.scheduler.queue;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.QueueSortPlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.queue.QueuedPod.Place;
import dev.tenure.scheduler.view.PodInfo;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/// All pods that have no node yet. A pod is active (to be tried), resting after a failure, waiting for an
/// event that can help, gated, or in flight.
///
/// When no pod is active, the first of the resting ones is taken although its rest has not ended; a rest
/// after an error is always kept. Confined to the loop; knows when it next has something to do.
public final class SchedulingQueue {
    private static final Duration WAIT_MAX = Duration.ofMinutes(5);
    private static final Duration WAIT_CHECK = Duration.ofSeconds(30);

    /// How the queue is to behave.
    ///
    /// @param hints which events wake which pods, and whether a pod may be tried at all
    public record Rules(QueueSortPlugin order, Backoff backoff, Hints hints) {}

    private final Rules rules;
    private final TimeSource time;
    private final QueueObserver observer;
    private final Map<String, QueuedPod> byUid = new HashMap<>();
    private final TreeSet<QueuedPod> active;
    private final TreeSet<QueuedPod> resting;
    private final TreeSet<QueuedPod> restingAfterError;
    private final WaitingPods waiting = new WaitingPods();
    private final WaitingPods gated = new WaitingPods();
    private long arrivals;
    private Tick nextWaitCheck;

    public SchedulingQueue(Rules rules, TimeSource time, QueueObserver observer) {
        this.rules = rules;
        this.time = time;
        this.observer = observer;
        Comparator<QueuedPod> byTurn = (a, b) -> rules.order().compare(a.pod(), a.since(), b.pod(), b.since());
        active = new TreeSet<>(byTurn.thenComparingLong(QueuedPod::order));
        Comparator<QueuedPod> byEnd = Comparator.comparing(QueuedPod::backoffEnd);
        resting = new TreeSet<>(byEnd.thenComparing(byTurn).thenComparingLong(QueuedPod::order));
        restingAfterError = new TreeSet<>(byEnd.thenComparingLong(QueuedPod::order));
        nextWaitCheck = time.now().plus(WAIT_CHECK);
    }

    /// A new pod without a node.
    public void add(PodInfo pod) {
        if (byUid.containsKey(pod.uid())) {
            update(pod, pod);
            return;
        }
        var queued = new QueuedPod(pod, time.now(), arrivals++);
        byUid.put(pod.uid(), queued);
        activate(queued, EventKind.WAITING_POD_ADDED);
    }

    /// A pod without a node has changed.
    public void update(PodInfo before, PodInfo after) {
        QueuedPod queued = byUid.get(after.uid());
        if (queued == null) {
            add(after);
            return;
        }
        Place place = queued.place();
        takeOut(queued);
        queued.replace(after);
        switch (place) {
            case IN_FLIGHT -> queued.place(Place.IN_FLIGHT);
            case ACTIVE, BACKOFF, ERROR_BACKOFF -> putIn(queued, place);
            case GATED -> activate(queued, EventKind.WAITING_POD_UPDATED);
            case UNSCHEDULABLE -> {
                putIn(queued, Place.UNSCHEDULABLE);
                for (EventKind kind : PodChangeRule.ofWaiting(before, after)) {
                    var event = new ClusterEvent.OfPod(kind, Optional.of(before), Optional.of(after));
                    if (queued.place() == Place.UNSCHEDULABLE && rules.hints().helps(queued, event)) {
                        wake(queued, kind);
                    }
                }
            }
        }
    }

    /// A pod is gone, or has a node.
    public void remove(PodInfo pod) {
        QueuedPod queued = byUid.remove(pod.uid());
        if (queued != null) {
            takeOut(queued);
        }
    }

    public Optional<QueuedPod> find(String uid) {
        return Optional.ofNullable(byUid.get(uid));
    }

    /// Takes out the pod whose turn it is.
    public Optional<QueuedPod> pop() {
        QueuedPod next = active.pollFirst();
        if (next == null) {
            next = resting.pollFirst();
            if (next == null) {
                return Optional.empty();
            }
            observer.entered("active", EventKind.POPPED_FROM_BACKOFF);
        }
        next.taken(time.now());
        return Optional.of(next);
    }

    /// Whether [#pop] would give a pod.
    public boolean ready() {
        return !active.isEmpty() || !resting.isEmpty();
    }

    /// Puts back a pod that was tried in vain.
    ///
    /// @param plugins that refused it; empty after an error or when there are no nodes
    public void failed(QueuedPod queued, Set<String> plugins) {
        if (byUid.get(queued.pod().uid()) != queued) {
            return;
        }
        int failures = queued.failed(plugins, time.now());
        queued.backoffEnd(rules.backoff().end(time, failures));
        putIn(queued, plugins.isEmpty() ? Place.ERROR_BACKOFF : Place.UNSCHEDULABLE);
        observer.entered(plugins.isEmpty() ? "backoff" : "unschedulable", EventKind.ATTEMPT_FAILED);
    }

    /// Keeps a pod from being tried while others are being removed for it.
    public void hold(String uid) {
        QueuedPod queued = byUid.get(uid);
        if (queued != null) {
            queued.hold();
        }
    }

    /// Ends [#hold]. An event that came meanwhile now counts.
    ///
    /// @param failed whether removing others failed: the pod is tried again after its rest, which is kept,
    ///     so that a server that always refuses is not stormed
    public void release(String uid, boolean failed) {
        QueuedPod queued = byUid.get(uid);
        if (queued == null) {
            return;
        }
        boolean missedEvent = queued.release();
        if (queued.place() != Place.UNSCHEDULABLE) {
            return;
        }
        if (failed) {
            takeOut(queued);
            putIn(queued, Place.ERROR_BACKOFF);
            observer.entered("backoff", EventKind.ACTIVATED);
        } else if (missedEvent) {
            wake(queued, EventKind.ACTIVATED);
        }
    }

    /// Lets the pods go that an event may help.
    public void happened(ClusterEvent event) {
        happened(event, Integer.MAX_VALUE);
    }

    /// Room is free that was held for a pod which has not been there: as if the pod had gone from the node,
    /// but only to those that are no more important, for the others the room was free all the time. Upstream:
    /// eventhandlers.go (`getLEPriorityPreCheck`).
    ///
    /// @param pod as it would have been on that node
    public void released(PodInfo pod) {
        var event = new ClusterEvent.OfPod(EventKind.ASSIGNED_POD_DELETED, Optional.of(pod), Optional.empty());
        happened(event, pod.priority());
    }

    /// @param highest pods of a higher priority do not hear of it
    private void happened(ClusterEvent event, int highest) {
        boolean nobody = waiting.isEmpty() && gated.isEmpty();
        if (nobody || !rules.hints().ofInterest(event.kind())) {
            return;
        }
        Predicate<QueuedPod> helped =
                queued -> queued.pod().priority() <= highest && rules.hints().helps(queued, event);
        for (List<QueuedPod> group : gated.groupsWhose(helped)) {
            for (QueuedPod queued : group) {
                takeOut(queued);
                activate(queued, event.kind());
            }
        }
        for (List<QueuedPod> group : waiting.groupsWhose(helped)) {
            for (QueuedPod queued : group) {
                wake(queued, event.kind());
            }
        }
    }

    private void wake(QueuedPod queued, EventKind why) {
        if (queued.held()) {
            queued.missEvent();
            return;
        }
        takeOut(queued);
        if (queued.backoffEnd().isAfter(time.now())) {
            putIn(queued, Place.BACKOFF);
            observer.entered("backoff", why);
        } else {
            activate(queued, why);
        }
    }

    private void activate(QueuedPod queued, EventKind why) {
        if (rules.hints().gate(queued.pod()) instanceof Verdict.Rejected(var _, var plugin, var _)) {
            queued.gatedBy(plugin);
            putIn(queued, Place.GATED);
            observer.entered("gated", why);
            return;
        }
        putIn(queued, Place.ACTIVE);
        observer.entered("active", why);
    }

    private void putIn(QueuedPod queued, Place place) {
        queued.place(place);
        switch (place) {
            case ACTIVE -> active.add(queued);
            case BACKOFF -> resting.add(queued);
            case ERROR_BACKOFF -> restingAfterError.add(queued);
            case UNSCHEDULABLE -> waiting.add(queued);
            case GATED -> gated.add(queued);
            case IN_FLIGHT -> {
                // in no list
            }
        }
    }

    private void takeOut(QueuedPod queued) {
        switch (queued.place()) {
            case ACTIVE -> active.remove(queued);
            case BACKOFF -> resting.remove(queued);
            case ERROR_BACKOFF -> restingAfterError.remove(queued);
            case UNSCHEDULABLE -> waiting.remove(queued);
            case GATED -> gated.remove(queued);
            case IN_FLIGHT -> {
                // in no list
            }
        }
    }

    /// When [#wakeDue] next has something to do.
    public Optional<Tick> nextDeadline() {
        Optional<Tick> next = waiting.isEmpty() ? Optional.empty() : Optional.of(nextWaitCheck);
        for (TreeSet<QueuedPod> rest : List.of(resting, restingAfterError)) {
            if (!rest.isEmpty()) {
                Tick end = rest.first().backoffEnd();
                next = Optional.of(next.isPresent() && end.isAfter(next.get()) ? next.get() : end);
            }
        }
        return next;
    }

    /// Lets the pods go whose rest has ended, and those that have waited too long for any event.
    public void wakeDue() {
        Tick now = time.now();
        for (TreeSet<QueuedPod> rest : List.of(resting, restingAfterError)) {
            while (!rest.isEmpty() && !rest.first().backoffEnd().isAfter(now)) {
                activate(rest.removeFirst(), EventKind.BACKOFF_ENDED);
            }
        }
        if (!nextWaitCheck.isAfter(now)) {
            nextWaitCheck = now.plus(WAIT_CHECK);
            waiting.all().stream()
                    .filter(queued -> now.since(queued.since()).compareTo(WAIT_MAX) > 0)
                    .forEach(queued -> wake(queued, EventKind.TIMED_OUT));
        }
    }

    public int activeCount() {
        return active.size();
    }

    public int backoffCount() {
        return resting.size() + restingAfterError.size();
    }

    public int unschedulableCount() {
        return waiting.size();
    }

    public int gatedCount() {
        return gated.size();
    }

    /// All pods in the queue, in no order.
    public Collection<QueuedPod> all() {
        return byUid.values();
    }
}
