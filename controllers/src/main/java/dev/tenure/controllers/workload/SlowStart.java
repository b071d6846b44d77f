package dev.tenure.controllers.workload;

import dev.tenure.model.meta.StoredObject;
import dev.tenure.runtime.loop.EventLoop;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// How many pods of a workload may be made at once: first one, then two, four and so on, each batch only
/// after all of the one before have been made. A failure ends the run: nothing is tried for a while, ever
/// longer while failures follow each other, and then it begins with one again. So that a template that nobody
/// admits costs one refusal at a time, not one for each pod that is missing. Confined to one loop. Upstream:
/// slowStartBatch in replica_set.go, and its like in daemon_controller.go and job_controller.go; the rate
/// limiter of their queues.
public final class SlowStart {
    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int DOUBLINGS_MAX = 10;
    private static final int BATCH_MAX = 1 << 20;

    private final EventLoop loop;
    private final String name;
    private final Consumer<StoredObject> wake;
    private final Map<String, Run> runs = new HashMap<>();
    private final Map<String, Integer> failures = new HashMap<>();
    private final Set<String> resting = new HashSet<>();

    private static final class Run {
        private int size = 1;
        private int underWay;
        private boolean failed;
    }

    /// @param name of what is made; no other on this loop has the same
    /// @param wake notified of a workload whose batch has ended, after the rest if it needs one
    public SlowStart(EventLoop loop, String name, Consumer<StoredObject> wake) {
        this.loop = loop;
        this.name = name;
        this.wake = wake;
    }

    /// Begins a batch; whoever asks has to tell how each of them ended.
    ///
    /// @param wanted how many are missing; none ends the run
    /// @return how many of them to make now; none while a batch is under way, and during a rest
    public int batch(StoredObject workload, int wanted) {
        String uid = workload.uid();
        Run run = runs.get(uid);
        if ((run != null && run.underWay > 0) || resting.contains(uid)) {
            return 0;
        }
        if (wanted <= 0) {
            runs.remove(uid);
            return 0;
        }
        Run begun = run == null ? new Run() : run;
        runs.put(uid, begun);
        begun.underWay = Math.min(begun.size, wanted);
        return begun.underWay;
    }

    /// One of a batch was made.
    public void succeeded(StoredObject workload) {
        ended(workload, false);
    }

    /// One of a batch was not made.
    public void failed(StoredObject workload) {
        ended(workload, true);
    }

    private void ended(StoredObject workload, boolean failed) {
        String uid = workload.uid();
        Run run = runs.get(uid);
        if (run == null) {
            return;
        }
        run.failed |= failed;
        run.underWay--;
        if (run.underWay > 0) {
            return;
        }
        if (run.failed) {
            rest(workload);
            return;
        }
        failures.remove(uid);
        run.size = Math.min(BATCH_MAX, run.size * 2);
        wake.accept(workload);
    }

    /// Nothing is tried for the workload for a while.
    public void rest(StoredObject workload) {
        String uid = workload.uid();
        runs.remove(uid);
        int times = failures.merge(uid, 1, Integer::sum);
        Duration pause = FIRST.multipliedBy(1L << Math.min(times - 1, DOUBLINGS_MAX));
        resting.add(uid);
        loop.alarm(
                name + "-rest-" + uid, loop.time().now().plus(pause.compareTo(LONGEST) < 0 ? pause : LONGEST), () -> {
                    resting.remove(uid);
                    wake.accept(workload);
                });
    }

    /// The workload is gone.
    public void forget(StoredObject workload) {
        runs.remove(workload.uid());
        failures.remove(workload.uid());
    }
}
