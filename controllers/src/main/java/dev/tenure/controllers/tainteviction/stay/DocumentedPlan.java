package dev.tenure.controllers.tainteviction.stay;

import dev.tenure.controllers.tainteviction.policy.DueTaint;
import dev.tenure.controllers.tainteviction.policy.PolicyState;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.TolerationOperator;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.taint.TolerationRule;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The plan of [Semantics#DOCUMENTED]: a pod is known by its uid, its deadline is worked out anew at every
/// change, and an eviction that failed is tried again until the pod is gone or need not go any more.
public final class DocumentedPlan implements StayPlan {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final TimeSource time;
    private final boolean comparisonOperators;
    private final PolicyState policies;
    private final Newcomers newcomers;
    private final Consumer<StoredObject> onCancel;
    private final EvictionTimers<String> timers = new EvictionTimers<>();
    private final ArrayDeque<EvictionOrder> ready = new ArrayDeque<>();
    private final Map<String, EvictionOrder> underWay = new HashMap<>();
    private final Set<String> evicted = new HashSet<>();
    private final Map<String, Arrival> arrivals = new HashMap<>();

    /// When a pod came to its node.
    ///
    /// @param written what the pod tells
    /// @param at when that was by the clock as it went when it had been stepped by `stepped` in all
    /// @param earliest by the same clock: it did not come before, whatever it tells
    private record Arrival(Instant written, Instant at, Instant earliest, Duration stepped) {}

    /// @param policies what they make of the stays of pods
    /// @param newcomers which pods came to their nodes after taints that only keep new ones away
    /// @param onCancel notified of a pod whose armed timer was taken back
    public DocumentedPlan(
            TimeSource time,
            boolean comparisonOperators,
            PolicyState policies,
            Newcomers newcomers,
            Consumer<StoredObject> onCancel) {
        this.policies = policies;
        this.newcomers = newcomers;
        this.time = time;
        this.comparisonOperators = comparisonOperators;
        this.onCancel = onCancel;
    }

    /// A stay begins when it begins, whoever looks.
    @Override
    public void begun() {}

    @Override
    public void evaluate(StoredObject stored, List<TaintedSince> taints) {
        if (stored.header().deleting() || evicted.contains(stored.uid())) {
            disarm(stored);
            return;
        }
        Pod pod = stored.view(Pod.class);
        switch (decide(stored, concerning(stored, taints), boundAt(pod))) {
            case StayVerdict.Keep _ -> release(stored);
            case StayVerdict.EvictNow cause -> {
                disarm(stored);
                order(stored, cause);
            }
            case StayVerdict.EvictAt at -> arm(stored, at);
        }
    }

    /// Because of which taints a pod has to leave by now, each by itself, and when the next one makes it.
    public DueTaints due(StoredObject stored, List<TaintedSince> taints) {
        Pod pod = stored.view(Pod.class);
        Instant bound = boundAt(pod);
        Instant now = time.wall();
        var due = new ArrayList<DueTaint>();
        Optional<Tick> next = Optional.empty();
        for (TaintedSince each : concerning(stored, taints)) {
            Instant begin = each.since().isAfter(bound) ? each.since() : bound;
            switch (decide(stored, List.of(each), bound)) {
                case StayVerdict.Keep _ -> {
                    // this one does not make it leave
                }
                case StayVerdict.EvictNow _ -> due.add(new DueTaint(each.taint(), past(begin, now), past(begin, now)));
                case StayVerdict.EvictAt at -> {
                    Tick deadline = time.tickOf(at.deadline());
                    if (!deadline.isAfter(time.now())) {
                        due.add(new DueTaint(each.taint(), past(at.deadline(), now), past(begin, now)));
                    } else if (next.filter(deadline::isAfter).isEmpty()) {
                        next = Optional.of(deadline);
                    }
                }
            }
        }
        return new DueTaints(due, next);
    }

    /// Those of a node's taints that make this pod leave, if it does not tolerate them.
    private List<TaintedSince> concerning(StoredObject pod, List<TaintedSince> taints) {
        return taints.stream()
                .filter(each -> each.evicts()
                        || (newcomers.stoodBefore(pod, each.since())
                                && policies.makesLeave(pod.view(Pod.class), each.taint())))
                .toList();
    }

    private StayVerdict decide(StoredObject pod, List<TaintedSince> taints, Instant bound) {
        return EvictionRule.decide(
                taints, tolerations(pod, taints), bound, comparisonOperators, taint -> policies.secondsMax(pod, taint));
    }

    /// Those of the pod, and behind them what policies grant it for taints that it does not tolerate itself.
    private List<Toleration> tolerations(StoredObject pod, List<TaintedSince> taints) {
        List<Toleration> own = pod.view(Pod.class).spec().tolerations();
        var all = new ArrayList<>(own);
        for (TaintedSince each : taints) {
            Taint taint = each.taint();
            if (TolerationRule.firstConsent(own, taint, comparisonOperators).isEmpty()) {
                policies.tolerated(pod, taint)
                        .ifPresent(stay -> all.add(new Toleration(
                                taint.key(),
                                TolerationOperator.EQUAL,
                                taint.value(),
                                Optional.of(taint.effect()),
                                stay)));
            }
        }
        return all;
    }

    private static Duration past(Instant moment, Instant now) {
        return moment.isAfter(now) ? Duration.ZERO : Duration.between(moment, now);
    }

    /// What a pod tells is the time of the server that wrote it, whose clock may go otherwise than this one.
    /// So no pod came before it was seen to come: it may leave late, by as much as the news of it took, and
    /// never early.
    @Override
    public void arrived(StoredObject pod, Tick seen) {
        arrive(pod.uid(), BoundRule.boundAt(pod.view(Pod.class)), wall(seen));
    }

    private Instant wall(Tick at) {
        return time.wall().minus(time.now().since(at));
    }

    /// When the pod came, as the clock goes now. What is written of it is looked at once, for after
    /// further steps it is less clear by which of the clock's courses it was written.
    private Instant boundAt(Pod pod) {
        Instant written = BoundRule.boundAt(pod);
        Duration stepped = time.steps().total();
        Arrival known = arrivals.get(pod.meta().uid());
        if (known == null || !known.written().equals(written)) {
            Instant earliest = known == null ? Instant.EPOCH : known.earliest().plus(stepped.minus(known.stepped()));
            known = arrive(pod.meta().uid(), written, earliest);
        }
        return known.at().plus(stepped.minus(known.stepped()));
    }

    /// A pod that came in the future came before the clock was set back and this process began: it was there
    /// when it was first seen.
    private Arrival arrive(String uid, Instant written, Instant earliest) {
        Instant noted = time.asOfNow(written);
        Instant latest = time.wall().plus(BoundRule.WRITTEN_PRECISION);
        Instant past = noted.isAfter(latest) ? latest : noted;
        var arrival = new Arrival(
                written,
                past.isBefore(earliest) ? earliest : past,
                earliest,
                time.steps().total());
        arrivals.put(uid, arrival);
        return arrival;
    }

    /// A pod that is on its way already stays so, unless its stay has become longer.
    private void arm(StoredObject pod, StayVerdict.EvictAt at) {
        Tick due = time.tickOf(at.deadline());
        if (underWay.containsKey(pod.uid())) {
            if (!due.isAfter(time.now())) {
                return;
            }
            underWay.remove(pod.uid());
        }
        timers.set(new EvictionTimers.Timer<>(pod.uid(), time.now(), new EvictionOrder(pod, due, at)));
    }

    private void order(StoredObject pod, StayVerdict cause) {
        if (!underWay.containsKey(pod.uid())) {
            var order = new EvictionOrder(pod, time.now(), cause);
            underWay.put(pod.uid(), order);
            ready.add(order);
        }
    }

    @Override
    public void release(StoredObject pod) {
        boolean withdrawn = underWay.remove(pod.uid()) != null;
        if (disarm(pod) || withdrawn) {
            onCancel.accept(pod);
        }
    }

    @Override
    public void forget(StoredObject pod) {
        disarm(pod);
        underWay.remove(pod.uid());
        evicted.remove(pod.uid());
        arrivals.remove(pod.uid());
    }

    private boolean disarm(StoredObject pod) {
        return timers.cancel(pod.uid());
    }

    @Override
    public List<EvictionOrder> takeDue(Tick now, int max) {
        var due = new ArrayList<EvictionOrder>();
        while (due.size() < max && !ready.isEmpty()) {
            EvictionOrder order = ready.remove();
            if (stands(order)) {
                due.add(order);
            }
        }
        for (var timer : timers.takeDue(now, max - due.size())) {
            if (early(timer.order())) {
                continue;
            }
            if (underWay.putIfAbsent(timer.pod(), timer.order()) == null) {
                due.add(timer.order());
            }
        }
        return due;
    }

    /// Whether the wall clock was set back by less than counts as a step since the timer was armed, and shows
    /// a moment before the deadline; then the timer is armed anew.
    private boolean early(EvictionOrder order) {
        if (order.cause() instanceof StayVerdict.EvictAt at && time.wall().isBefore(at.deadline())) {
            arm(order.pod(), at);
            return true;
        }
        return false;
    }

    @Override
    public Optional<Tick> nextDeadline() {
        return ready.isEmpty() ? timers.nextDeadline() : Optional.of(time.now());
    }

    @Override
    public boolean stands(EvictionOrder order) {
        return order.equals(underWay.get(order.pod().uid()));
    }

    @Override
    public void ended(EvictionOrder order, boolean failed) {
        if (!underWay.remove(order.pod().uid(), order)) {
            return;
        }
        if (failed) {
            Tick now = time.now();
            var retry = new EvictionOrder(order.pod(), now.plus(RETRY_AFTER), order.cause());
            timers.set(new EvictionTimers.Timer<>(order.pod().uid(), now, retry));
        } else {
            evicted.add(order.pod().uid());
        }
    }

    @Override
    public List<EvictionOrder> coming() {
        return timers.orders();
    }
}
