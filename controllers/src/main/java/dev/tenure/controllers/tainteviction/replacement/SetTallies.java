package dev.tenure.controllers.tainteviction.replacement;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.rules.pod.ClockReading;
import dev.tenure.rules.pod.PodRule;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// How the pods of ReplicaSets are, counted once for all pods that ask before something changes: all pods of
/// a set ask about each other. Confined to one loop.
final class SetTallies {
    /// A tally is not older than this, for the clock may be set.
    private static final Duration AGE_MAX = Duration.ofSeconds(1);

    /// @param counted how many pods the set counts
    /// @param available the uids of those of them that are available
    /// @param next when one more will be available although nothing changes
    /// @param until when it has to be counted anew
    record Tally(int counted, Set<String> available, Optional<Tick> next, Tick until) {
        /// How many are available.
        ///
        /// @param besides the uid of a pod that is not counted
        int availableBesides(String besides) {
            return available.size() - (available.contains(besides) ? 1 : 0);
        }
    }

    private record Key(String set, int minReadySeconds) {}

    private final TimeSource time;
    private final Function<String, Collection<StoredObject>> counted;
    private final Map<Key, Tally> known = new HashMap<>();

    /// @param counted the pods that a set counts, by its uid
    SetTallies(TimeSource time, Function<String, Collection<StoredObject>> counted) {
        this.time = time;
        this.counted = counted;
    }

    /// A pod is another than it was, or counts otherwise.
    void changed() {
        known.clear();
    }

    Tally of(StoredObject set, int minReadySeconds) {
        var key = new Key(set.uid(), minReadySeconds);
        Tally tally = known.get(key);
        if (tally == null || !tally.until().isAfter(time.now())) {
            tally = count(set.uid(), minReadySeconds);
            known.put(key, tally);
        }
        return tally;
    }

    private Tally count(String set, int minReadySeconds) {
        var clock = new ClockReading(time.wall(), time::asOfNow);
        Collection<StoredObject> pods = counted.apply(set);
        List<Pod> views = pods.stream().map(pod -> pod.view(Pod.class)).toList();
        var available = new HashSet<String>();
        for (StoredObject pod : pods) {
            if (PodRule.available(pod.view(Pod.class), minReadySeconds, clock)) {
                available.add(pod.uid());
            }
        }
        Optional<Tick> next = minReadySeconds == 0
                ? Optional.empty()
                : PodRule.nextAvailable(views, minReadySeconds, clock).map(time::tickOf);
        Tick oldest = time.now().plus(AGE_MAX);
        Tick until = next.filter(oldest::isAfter).orElse(oldest);
        return new Tally(pods.size(), available, next, until);
    }
}
