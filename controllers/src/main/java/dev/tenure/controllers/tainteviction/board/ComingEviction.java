package dev.tenure.controllers.tainteviction.board;

import dev.tenure.controllers.tainteviction.hold.HeldEviction;
import dev.tenure.controllers.tainteviction.policy.EvictionHold;
import dev.tenure.controllers.tainteviction.policy.StayChange;
import dev.tenure.controllers.tainteviction.policy.TaintEvictionPolicy;
import dev.tenure.controllers.tainteviction.record.EvictionCause;
import dev.tenure.controllers.tainteviction.record.PastEviction;
import dev.tenure.controllers.tainteviction.record.ShownEviction;
import dev.tenure.controllers.tainteviction.stay.EvictionOrder;
import dev.tenure.controllers.tainteviction.stay.StayVerdict;
import dev.tenure.controllers.workload.DeviceEviction;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Stay;
import dev.tenure.model.core.Taint;
import dev.tenure.rules.pod.RejectedPodsRule;
import dev.tenure.runtime.time.TimeSource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A pod that will have to leave its node, unless something changes.
///
/// @param why the taint, of the node or of a device
/// @param toleration what grants the stay, as [EvictionOrder#toleration] tells it; absent when the pod has to
///     go at once
/// @param since when the stay began, absent with the toleration
/// @param deadline when it has to leave, or should have left
/// @param hold what holds a pod that should have left
/// @param heldUntil when that ends by itself, where it is known
/// @param change what a policy makes of the stay
/// @param sparedAt when the taints have gone before the deadline, so that it need not leave
public record ComingEviction(
        String namespace,
        String pod,
        String uid,
        String node,
        PastEviction.Why why,
        Optional<String> toleration,
        Optional<Instant> since,
        Instant deadline,
        Optional<EvictionHold> hold,
        Optional<Instant> heldUntil,
        Optional<StayChange> change,
        Optional<Instant> sparedAt)
        implements ShownEviction {
    static ComingEviction of(EvictionOrder order, List<TaintEvictionPolicy> policies, TimeSource time) {
        Instant deadline = deadline(order.cause())
                .orElseGet(() -> time.wall().plus(order.due().since(time.now())));
        return new ComingEviction(
                order.pod().key().namespace(),
                order.pod().key().name(),
                order.pod().uid(),
                order.pod().view(Pod.class).spec().nodeName(),
                why(order.cause()),
                order.toleration(policies),
                since(order.cause()),
                deadline,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    ComingEviction withChange(Optional<StayChange> by) {
        return by.isEmpty() ? this : with(by, sparedAt);
    }

    ComingEviction withSpared(Optional<Instant> at) {
        return at.isEmpty() ? this : with(change, at);
    }

    private ComingEviction with(Optional<StayChange> by, Optional<Instant> spared) {
        return new ComingEviction(
                namespace, pod, uid, node, why, toleration, since, deadline, hold, heldUntil, by, spared);
    }

    static ComingEviction of(HeldEviction held, List<TaintEvictionPolicy> policies, TimeSource time) {
        ComingEviction due = of(held.order(), policies, time);
        return new ComingEviction(
                due.namespace,
                due.pod,
                due.uid,
                due.node,
                due.why,
                due.toleration,
                due.since,
                due.deadline,
                Optional.of(held.hold()),
                held.end().map(end -> time.wall().plus(end.since(time.now()))),
                due.change,
                due.sparedAt);
    }

    static ComingEviction of(DeviceEviction device) {
        return new ComingEviction(
                device.namespace(),
                device.pod(),
                device.uid(),
                device.node(),
                why(device),
                device.toleration(),
                device.toleration().map(_ -> device.since()),
                device.deadline(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /// @param owner of the pod, as [PastEviction#owner]
    public static PastEviction past(DeviceEviction device, Instant at, String owner) {
        return new PastEviction(
                device.node(),
                device.namespace(),
                device.pod(),
                device.uid(),
                why(device),
                device.toleration(),
                device.toleration().map(_ -> device.since()),
                device.toleration().map(_ -> device.deadline()),
                at,
                owner);
    }

    private static PastEviction.Why why(DeviceEviction device) {
        return new PastEviction.Why(EvictionCause.DEVICE_TAINT, device.taint());
    }

    public static PastEviction past(EvictionOrder order, List<TaintEvictionPolicy> policies, Instant at) {
        return new PastEviction(
                order.pod().view(Pod.class).spec().nodeName(),
                order.pod().key().namespace(),
                order.pod().key().name(),
                order.pod().uid(),
                why(order.cause()),
                order.toleration(policies),
                since(order.cause()),
                deadline(order.cause()),
                at,
                RejectedPodsRule.owner(order.pod().view(Pod.class)));
    }

    private static Optional<Instant> deadline(StayVerdict cause) {
        return cause instanceof StayVerdict.EvictAt at ? Optional.of(at.deadline()) : Optional.empty();
    }

    /// A stay whose end lies beyond all time has no beginning that could be told from it.
    private static Optional<Instant> since(StayVerdict cause) {
        return cause instanceof StayVerdict.EvictAt(Instant deadline, var _, var toleration)
                        && toleration.stay() instanceof Stay.AtMost stay
                        && !deadline.equals(Instant.MAX)
                ? Optional.of(deadline.minus(stay.limit()))
                : Optional.empty();
    }

    private static PastEviction.Why why(StayVerdict cause) {
        return new PastEviction.Why(
                EvictionCause.TAINT, cause.because().map(Taint::toString).orElse(""));
    }
}
