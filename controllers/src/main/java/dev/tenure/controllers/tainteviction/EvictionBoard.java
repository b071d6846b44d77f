package dev.tenure.controllers.tainteviction;

import dev.tenure.controllers.workload.DeviceEviction;
import dev.tenure.controllers.workload.DeviceEvictions;
import dev.tenure.runtime.loop.Derived;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Published;
import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// What the controller shows of itself: the evictions that lie ahead, and the last ones that are past. What changes is
/// told at most once a period, for it may be long and change with every pod. Confined to the loop, but for [#coming]
/// and [#page].
final class EvictionBoard {
    private static final String ALARM = "taint-eviction-publish";
    private static final Duration EVERY = Duration.ofMillis(250);
    private static final Duration LATER_FOR_EACH = Duration.ofNanos(20_000);

    private final EventLoop loop;
    private final Supplier<List<EvictionOrder>> plan;
    private final Supplier<List<HeldEviction>> holding;
    private final DeviceEvictions devices;
    private final RecentEvictionsState recent = new RecentEvictionsState();
    private final Published<List<EvictionOrder>> ahead = new Published<>(List.of());
    private final Derived<List<EvictionOrder>, List<ComingEviction>> coming = new Derived<>(ahead, this::announced);
    private final Published<List<HeldEviction>> held = new Published<>(List.of());
    private final Published<List<DeviceEviction>> devicesAhead = new Published<>(List.of());
    private final Published<List<PastEviction>> past = new Published<>(List.of());
    private boolean toPublish;
    private long devicesSeen;

    /// @param plan what lies ahead because of taints of nodes
    /// @param holding what should have left and is held
    /// @param devices what lies ahead because of taints of devices
    EvictionBoard(
            EventLoop loop,
            Supplier<List<EvictionOrder>> plan,
            Supplier<List<HeldEviction>> holding,
            DeviceEvictions devices) {
        this.loop = loop;
        this.plan = plan;
        this.holding = holding;
        this.devices = devices;
    }

    /// See [TaintEvictionLoop#coming].
    List<ComingEviction> coming() {
        List<DeviceEviction> ofDevices = devicesAhead.get();
        List<HeldEviction> late = held.get();
        return ofDevices.isEmpty() && late.isEmpty()
                ? coming.get()
                : Stream.of(
                                late.stream().map(each -> ComingEviction.of(each, loop.time())),
                                coming.get().stream(),
                                ofDevices.stream().map(ComingEviction::of))
                        .flatMap(each -> each)
                        .sorted(Comparator.comparing(ComingEviction::deadline))
                        .toList();
    }

    /// See [TaintEvictionLoop#page].
    JsonNode page(Map<String, List<String>> query, Semantics semantics) {
        return new EvictionPage(query, loop.time().wall()).of(semantics, coming(), past.get());
    }

    /// What was past when the controller began.
    void load(List<PastEviction> ledger) {
        recent.load(ledger);
    }

    /// Something has happened to a pod.
    ///
    /// @return it, with the reason that the evictions of devices know; empty when it was known
    Optional<PastEviction> happened(PastEviction told) {
        PastEviction eviction = told.why().cause() == EvictionCause.DEVICE_TAINT
                ? devices.of(told.uid())
                        .map(device -> ComingEviction.past(device, told.at()))
                        .orElse(told)
                : told;
        if (!recent.add(eviction)) {
            return Optional.empty();
        }
        changed();
        return Optional.of(eviction);
    }

    /// What lies ahead may have changed. The longer it is, the seldomer it is told, so that deadlines do not wait for
    /// the telling.
    void changed() {
        if (!toPublish) {
            toPublish = true;
            Duration pause = EVERY.plus(LATER_FOR_EACH.multipliedBy(ahead.get().size()));
            loop.alarm(ALARM, loop.time().now().plus(pause), this::publish);
        }
    }

    /// Looks whether the evictions of devices have changed, of which nobody tells.
    void lookAtDevices() {
        if (devices.changes() != devicesSeen) {
            devicesSeen = devices.changes();
            changed();
        }
    }

    private void publish() {
        toPublish = false;
        ahead.publish(plan.get());
        held.publish(holding.get());
        devicesAhead.publish(List.copyOf(devices.coming()));
        past.publish(recent.all());
    }

    private List<ComingEviction> announced(List<EvictionOrder> orders) {
        return orders.stream()
                .map(order -> ComingEviction.of(order, loop.time()))
                .toList();
    }
}
