package dev.tenure.controllers.tainteviction.stay;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The plan of [Semantics#KUBERNETES_1_36]: a pod is known by namespace and name, every stay begins now, an
/// armed timer never moves, and an eviction that failed is dropped. One that takes over from another arms the
/// timers that the other had, as far as taints and pods tell. Upstream: tainteviction/taint_eviction.go
/// (processPodOnNode) and timed_workers.go (getWrappedWorkerFunc); pinned by the recorded timelines E09, E10,
/// E11, E20, E30 and E32.
public final class CompatPlan implements StayPlan {
    private final TimeSource time;
    private final boolean comparisonOperators;
    private final Consumer<StoredObject> onCancel;
    private final EvictionTimers<ObjectKey> timers = new EvictionTimers<>();
    private final ArrayDeque<EvictionOrder> ready = new ArrayDeque<>();
    /// Pods whose eviction is under way: no other one begins meanwhile, unless their plan is dropped.
    private final Set<ObjectKey> ordered = new HashSet<>();
    private boolean takesOver;

    /// @param comparisonOperators whether the operators Lt and Gt match
    /// @param takesOver whether stays that run already count from when they began, until [#begun]
    /// @param onCancel notified of a pod whose armed timer was taken back
    public CompatPlan(
            TimeSource time, boolean comparisonOperators, boolean takesOver, Consumer<StoredObject> onCancel) {
        this.time = time;
        this.comparisonOperators = comparisonOperators;
        this.takesOver = takesOver;
        this.onCancel = onCancel;
    }

    /// As upstream, where a stay begins when it is first looked at.
    @Override
    public void arrived(StoredObject pod, Tick seen) {}

    @Override
    public void begun() {
        takesOver = false;
    }

    @Override
    public void evaluate(StoredObject stored, List<TaintedSince> taints) {
        Instant now = time.wall();
        Pod pod = stored.view(Pod.class);
        List<TaintedSince> since = takesOver
                ? taints
                : taints.stream().map(t -> new TaintedSince(t.taint(), now)).toList();
        Instant bound = takesOver ? BoundRule.boundAt(pod) : now;
        switch (EvictionRule.decide(since, pod.spec().tolerations(), bound, comparisonOperators)) {
            case StayVerdict.Keep _ -> release(stored);
            case StayVerdict.EvictNow cause -> {
                release(stored);
                order(stored, cause);
            }
            case StayVerdict.EvictAt at -> {
                if (!armedBefore(stored) && !ordered.contains(stored.key())) {
                    arm(stored, at, now);
                }
            }
        }
    }

    private void order(StoredObject pod, StayVerdict cause) {
        ordered.add(pod.key());
        ready.add(new EvictionOrder(pod, time.now(), cause));
    }

    private boolean armedBefore(StoredObject pod) {
        return timers.get(pod.key())
                .filter(timer -> time.now().isAfter(timer.created()))
                .isPresent();
    }

    private void arm(StoredObject pod, StayVerdict.EvictAt at, Instant wall) {
        release(pod);
        if (at.deadline().equals(wall)) {
            order(pod, at);
            return;
        }
        Tick now = time.now();
        Tick created = takesOver ? new Tick(now.nanos() - 1) : now;
        timers.set(
                new EvictionTimers.Timer<>(pod.key(), created, new EvictionOrder(pod, time.tickOf(at.deadline()), at)));
    }

    @Override
    public void release(StoredObject pod) {
        ordered.remove(pod.key());
        if (timers.cancel(pod.key())) {
            onCancel.accept(pod);
        }
    }

    @Override
    public void forget(StoredObject pod) {
        release(pod);
    }

    @Override
    public List<EvictionOrder> takeDue(Tick now, int max) {
        var due = new ArrayList<EvictionOrder>();
        while (due.size() < max && !ready.isEmpty()) {
            due.add(ready.remove());
        }
        timers.takeDue(now, max - due.size()).forEach(timer -> due.add(timer.order()));
        due.forEach(order -> ordered.add(order.pod().key()));
        return due;
    }

    @Override
    public Optional<Tick> nextDeadline() {
        return ready.isEmpty() ? timers.nextDeadline() : Optional.of(time.now());
    }

    /// Upstream never interrupts a deletion that runs.
    @Override
    public boolean stands(EvictionOrder order) {
        return true;
    }

    @Override
    public void ended(EvictionOrder order, boolean failed) {
        ordered.remove(order.pod().key());
    }

    @Override
    public List<EvictionOrder> coming() {
        return timers.orders();
    }
}
