package dev.tenure.controllers.tainteviction.stay;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// When pods came to nodes whose taints only keep new pods away. Where a policy has pods leave because of
/// such a taint, only those leave that stood there before it came. Whoever came later was put there although
/// it was there: by hand, or because no other node was to be had. He would be made anew and come again,
/// without end.
///
/// What was seen to come counts by the clock of this process; of the others the end of the second that they
/// tell, so that a restart makes nobody leave again, and none of them came later than it was first looked at.
/// Confined to one loop.
public final class Newcomers {
    /// A pod that had been made before the taint and came so soon after it was placed by somebody who did not
    /// know of it yet.
    private static final Duration UNAWARE = Duration.ofSeconds(5);

    /// When a pod came.
    ///
    /// @param seen whether the taint was there already when it was seen to come, be it at the same moment
    private record Arrival(Tick at, boolean seen) {}

    private final TimeSource time;
    private final Map<String, Arrival> came = new HashMap<>();

    public Newcomers(TimeSource time) {
        this.time = time;
    }

    /// A pod comes to a node that has such a taint.
    public void comes(StoredObject pod) {
        came.putIfAbsent(pod.uid(), new Arrival(time.now(), true));
    }

    /// A pod stands on a node that has such a taint now; to be told before it is noted since when the node
    /// has it.
    ///
    /// @param seen when it was seen to come, where that is known
    public void stands(StoredObject pod, Optional<Tick> seen) {
        if (!came.containsKey(pod.uid())) {
            Tick now = time.now();
            Tick told = seen.orElseGet(() -> time.tickOf(time.asOfNow(BoundRule.boundAt(pod.view(Pod.class)))));
            came.put(pod.uid(), new Arrival(told.isAfter(now) ? now : told, false));
        }
    }

    /// Whether a pod stood there before its node had a taint.
    boolean stoodBefore(StoredObject pod, Instant since) {
        Arrival arrival = came.get(pod.uid());
        if (arrival == null) {
            return true;
        }
        Instant at = time.wall().minus(time.now().since(arrival.at()));
        boolean before = arrival.seen() ? at.isBefore(since) : !at.isAfter(since);
        return before || (madeBefore(pod, since) && !at.isAfter(since.plus(UNAWARE)));
    }

    private boolean madeBefore(StoredObject pod, Instant since) {
        Instant made = pod.view(Pod.class).meta().creationTimestamp();
        return !time.asOfNow(made).plus(BoundRule.WRITTEN_PRECISION).isAfter(since);
    }

    /// The pod is gone.
    public void forget(StoredObject pod) {
        came.remove(pod.uid());
    }
}
