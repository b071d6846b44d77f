package dev.tenure.client.informer;

import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.time.GrowingPause;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/// Keys of objects that have to be looked at. A key waits once however often it is added, is worked on by one
/// at a time, and comes again later, ever later, after a failure; so does one that a reconciler throws at,
/// and the others go on. Confined to its loop.
///
/// @param <K> what identifies an object
public final class ReconcileQueue<K> {
    private static final GrowingPause RETRY = new GrowingPause(Duration.ofMillis(5), Duration.ofSeconds(1_000));
    /// So many objects are looked at in one event, so that others on the loop have their turn.
    private static final int PLANS_PER_EVENT = 256;
    /// Nor are more looked at in one event once it has taken so long: a quota looks at thousands of pods.
    private static final Duration EVENT_MAX = Duration.ofMillis(10);

    /// What to do about one object.
    public interface Reconciler<K> {
        /// Looks at the caches, decides, and returns the calls that have to be made; empty when all is
        /// well. Runs on the loop; the returned work runs away from it and says whether it succeeded.
        Optional<Callable<Boolean>> plan(K key);
    }

    private final EventLoop loop;
    private final String name;
    private final int workersMax;
    private final Reconciler<K> reconciler;
    private final LinkedHashSet<K> waiting = new LinkedHashSet<>();
    private final Set<K> working = new HashSet<>();
    private final Set<K> again = new HashSet<>();
    private final Map<K, Integer> failures = new HashMap<>();
    /// The keys at which the reconciler threw, until it takes them.
    private final Set<K> aside = new HashSet<>();
    /// When each key comes that was put off.
    private final Map<K, Tick> later = new HashMap<>();
    private boolean running;
    private boolean draining;

    /// @param workersMax how many objects may be worked on at once
    public ReconcileQueue(EventLoop loop, String name, int workersMax, Reconciler<K> reconciler) {
        this.loop = loop;
        this.name = name;
        this.workersMax = workersMax;
        this.reconciler = reconciler;
    }

    /// One plan out of several calls: all are made, one after another, and it succeeded when all did.
    public static Optional<Callable<Boolean>> allOf(List<Callable<Boolean>> calls) {
        if (calls.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(() -> {
            boolean done = true;
            for (Callable<Boolean> call : calls) {
                done &= call.call();
            }
            return done;
        });
    }

    /// Lets the queue work, once the caches are filled; until then keys only gather.
    public void start() {
        running = true;
        drainSoon();
    }

    public void add(K key) {
        if (working.contains(key)) {
            again.add(key);
        } else {
            waiting.add(key);
            drainSoon();
        }
    }

    /// Adds the key when `delay` has passed; of several calls for the same key the one that is due first
    /// counts. Upstream: util/workqueue/delaying_queue.go (insert).
    public void addAfter(K key, Duration delay) {
        if (delay.isZero() || delay.isNegative()) {
            add(key);
            return;
        }
        Tick due = loop.time().now().plus(delay);
        Tick set = later.get(key);
        if (set != null && !set.isAfter(due)) {
            return;
        }
        later.put(key, due);
        loop.alarm(name + "-later-" + key, due, () -> {
            later.remove(key);
            add(key);
        });
    }

    /// How many keys wait.
    public int size() {
        return waiting.size();
    }

    private void drainSoon() {
        if (running && !draining) {
            draining = true;
            loop.post(name, this::drain);
        }
    }

    private void drain() {
        draining = false;
        Tick enough = loop.time().now().plus(EVENT_MAX);
        for (int plans = 0; working.size() < workersMax && !waiting.isEmpty(); plans++) {
            if (plans == PLANS_PER_EVENT || loop.time().now().isAfter(enough)) {
                drainSoon();
                return;
            }
            K key = waiting.removeFirst();
            plan(key);
        }
    }

    private void plan(K key) {
        Optional<Callable<Boolean>> calls;
        try {
            calls = reconciler.plan(key);
        } catch (RuntimeException | StackOverflowError e) {
            aside.add(key);
            loop.supervision().setAside(name + " " + key, e);
            addAfter(key, RETRY.after(failures.merge(key, 1, Integer::sum)));
            return;
        }
        if (aside.remove(key)) {
            loop.supervision().regained(name + " " + key);
        }
        if (calls.isEmpty()) {
            failures.remove(key);
        } else {
            working.add(key);
            loop.work(name, calls.get(), outcome -> worked(key, outcome));
        }
    }

    private void worked(K key, Outcome<Boolean> outcome) {
        working.remove(key);
        boolean succeeded = outcome instanceof Outcome.Done<Boolean>(Boolean done) && done;
        if (succeeded) {
            failures.remove(key);
        } else {
            int times = failures.merge(key, 1, Integer::sum);
            addAfter(key, RETRY.after(times));
        }
        if (again.remove(key)) {
            add(key);
        }
        drainSoon();
    }
}
