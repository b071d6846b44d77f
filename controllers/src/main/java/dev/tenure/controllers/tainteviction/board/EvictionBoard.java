package dev.tenure.controllers.tainteviction.board;

import dev.tenure.controllers.tainteviction.hold.HeldEviction;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.controllers.tainteviction.record.EvictionCause;
import dev.tenure.controllers.tainteviction.record.PastEviction;
import dev.tenure.controllers.tainteviction.stay.EvictionOrder;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.controllers.tainteviction.stay.SpareRule;
import dev.tenure.controllers.tainteviction.stay.StayVerdict;
import dev.tenure.controllers.workload.DeviceEviction;
import dev.tenure.controllers.workload.DeviceEvictions;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.meta.Frozen;
import dev.tenure.runtime.loop.Derived;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Published;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What the controller shows of itself: the evictions that lie ahead, and the last ones that are past. What
/// changes is told at most once a period, for it may be long and change with every pod. Confined to the loop,
/// but for [#coming] and [#page].
public final class EvictionBoard {
    /// What stands between a deadline and an eviction.
    ///
    /// @param held what should have left and is held
    /// @param policies by name
    /// @param ends of nodes whose taints have terms when the taints go
    public record AtGate(
            List<HeldEviction> held,
            List<TaintEvictionPolicy> policies,
            Map<String, Map<Taint, Optional<Instant>>> ends) {
        static final AtGate NOBODY = new AtGate(List.of(), List.of(), Map.of());

        public AtGate {
            held = List.copyOf(held);
            policies = List.copyOf(policies);
            ends = Frozen.map(ends);
        }

        /// When the taints have gone because of which a pod is to leave, if it need not leave then.
        private Optional<Instant> sparedAt(ComingEviction coming, EvictionOrder order, Instant now) {
            Map<Taint, Optional<Instant>> there = ends.getOrDefault(coming.node(), Map.of());
            return there.isEmpty() || !(order.cause() instanceof StayVerdict.EvictAt first)
                    ? Optional.empty()
                    : SpareRule.sparedAt(order.pod().view(Pod.class).spec().tolerations(), first, there, now);
        }
    }

    /// What lies ahead because of taints of nodes.
    private record Ahead(List<EvictionOrder> orders, AtGate gate) {
        static final Ahead NOTHING = new Ahead(List.of(), AtGate.NOBODY);
    }

    private static final String ALARM = "taint-eviction-publish";
    private static final Duration EVERY = Duration.ofMillis(250);
    private static final Duration LATER_FOR_EACH = Duration.ofNanos(20_000);

    private final EventLoop loop;
    private final Supplier<List<EvictionOrder>> plan;
    private final Supplier<AtGate> gate;
    private final DeviceEvictions devices;
    private final AheadMetrics metrics;
    private final RecentEvictionsState recent = new RecentEvictionsState();
    private final Published<Ahead> ahead = new Published<>(Ahead.NOTHING);
    private final Derived<Ahead, List<ComingEviction>> coming = new Derived<>(ahead, this::announced);
    private final Published<List<DeviceEviction>> devicesAhead = new Published<>(List.of());
    private final Published<List<PastEviction>> past = new Published<>(List.of());
    private boolean toPublish;
    private long devicesSeen;

    /// @param plan what lies ahead because of taints of nodes
    /// @param gate whom policies hold, and which they are
    /// @param devices what lies ahead because of taints of devices
    /// @param metrics are told how many lie ahead because of taints of nodes
    public EvictionBoard(
            EventLoop loop,
            Supplier<List<EvictionOrder>> plan,
            Supplier<AtGate> gate,
            DeviceEvictions devices,
            AheadMetrics metrics) {
        this.loop = loop;
        this.metrics = metrics;
        this.plan = plan;
        this.gate = gate;
        this.devices = devices;
    }

    /// See [TaintEvictionLoop#coming].
    public List<ComingEviction> coming() {
        List<DeviceEviction> ofDevices = devicesAhead.get();
        AtGate now = ahead.get().gate();
        List<HeldEviction> late = now.held();
        return ofDevices.isEmpty() && late.isEmpty()
                ? coming.get()
                : Stream.of(
                                late.stream().map(each -> ComingEviction.of(each, now.policies(), loop.time())),
                                coming.get().stream(),
                                ofDevices.stream().map(ComingEviction::of))
                        .flatMap(each -> each)
                        .sorted(Comparator.comparing(ComingEviction::deadline))
                        .toList();
    }

    /// See [TaintEvictionLoop#page].
    public JsonNode page(Map<String, List<String>> query, Semantics semantics) {
        return new EvictionPage(query, loop.time().wall()).of(semantics, coming(), past.get());
    }

    /// What was past when the controller began.
    public void load(List<PastEviction> ledger) {
        recent.load(ledger);
    }

    /// Something has happened to a pod.
    ///
    /// @return it, with the reason that the evictions of devices know; empty when it was known
    public Optional<PastEviction> happened(PastEviction told) {
        PastEviction eviction = told.why().cause() == EvictionCause.DEVICE_TAINT
                ? devices.of(told.uid())
                        .map(device -> ComingEviction.past(device, told.at(), told.owner()))
                        .orElse(told)
                : told;
        if (!recent.add(eviction)) {
            return Optional.empty();
        }
        changed();
        return Optional.of(eviction);
    }

    /// What lies ahead may have changed. The longer it is, the seldomer it is told, so that deadlines do not
    /// wait for the telling.
    public void changed() {
        if (!toPublish) {
            toPublish = true;
            Duration pause =
                    EVERY.plus(LATER_FOR_EACH.multipliedBy(ahead.get().orders().size()));
            loop.alarm(ALARM, loop.time().now().plus(pause), this::publish);
        }
    }

    /// Looks whether the evictions of devices have changed, of which nobody tells.
    public void lookAtDevices() {
        if (devices.changes() != devicesSeen) {
            devicesSeen = devices.changes();
            changed();
        }
    }

    private void publish() {
        toPublish = false;
        var now = new Ahead(plan.get(), gate.get());
        ahead.publish(now);
        metrics.are(now.orders().size());
        devicesAhead.publish(List.copyOf(devices.coming()));
        past.publish(recent.all());
    }

    private ComingEviction announced(EvictionOrder order, AtGate gate) {
        ComingEviction coming = ComingEviction.of(order, gate.policies(), loop.time());
        return coming.withChange(order.stayChange(gate.policies()))
                .withSpared(gate.sparedAt(coming, order, loop.time().wall()));
    }

    private List<ComingEviction> announced(Ahead all) {
        return all.orders().stream().map(order -> announced(order, all.gate())).toList();
    }
}
