package dev.tenure.controllers.workload;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// How a workload goes on after pods could not be made or removed: it rests, longer after each failure, and then makes
/// one at a time until one succeeds. Confined to one loop. Upstream: slowStartBatch and the rate limit of the work
/// queue.
public final class CreationPauses {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int DOUBLINGS_MAX = 10;

    private final EventLoop loop;
    private final Consumer<StoredObject> wake;
    private final Map<String, Integer> failures = new HashMap<>();
    private final Set<String> resting = new HashSet<>();

    /// @param wake told of a workload whose rest is over
    public CreationPauses(EventLoop loop, Consumer<StoredObject> wake) {
        this.loop = loop;
        this.wake = wake;
    }

    /// How many of `wanted` pods may be made now.
    public int burst(StoredObject workload, int wanted) {
        if (resting.contains(workload.uid())) {
            return 0;
        }
        return failures.containsKey(workload.uid()) ? Math.min(1, wanted) : wanted;
    }

    public void succeeded(StoredObject workload) {
        failures.remove(workload.uid());
    }

    /// Begins a rest.
    public void failed(StoredObject workload) {
        int times = failures.merge(workload.uid(), 1, Integer::sum);
        Duration pause = FIRST.multipliedBy(1L << Math.min(times - 1, DOUBLINGS_MAX));
        resting.add(workload.uid());
        loop.alarm(
                "rest-" + workload.uid(),
                loop.time().now().plus(pause.compareTo(LONGEST) < 0 ? pause : LONGEST),
                () -> {
                    resting.remove(workload.uid());
                    wake.accept(workload);
                });
    }

    /// The workload is gone.
    public void forget(StoredObject workload) {
        failures.remove(workload.uid());
    }
}
