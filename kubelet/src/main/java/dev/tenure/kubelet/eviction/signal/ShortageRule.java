package dev.tenure.kubelet.eviction.signal;

import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.model.quantity.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which thresholds are met, are not over yet, have lasted, and were seen anew. Upstream:
/// eviction/helpers.go.
public final class ShortageRule {
    private ShortageRule() {}

    /// Those above what is left; being equal is not being short. A signal that was not seen meets nothing.
    ///
    /// @param withReclaim whether the minimum reclaim counts as part of the value
    public static List<Threshold> met(List<Threshold> thresholds, Observations seen, boolean withReclaim) {
        return thresholds.stream()
                .filter(threshold -> seen.of(threshold.signal())
                        .filter(observation -> met(threshold, observation, withReclaim))
                        .isPresent())
                .toList();
    }

    private static boolean met(Threshold threshold, Observation seen, boolean withReclaim) {
        if (threshold.blank()) {
            return false;
        }
        Quantity wanted = threshold.value().of(seen.capacity());
        if (withReclaim && threshold.minReclaim().isPresent()) {
            wanted = wanted.plus(threshold.minReclaim().get().of(seen.capacity()));
        }
        return wanted.compareTo(seen.available()) > 0;
    }

    /// `met`, and those of `unresolved` that say something else.
    public static List<Threshold> merged(List<Threshold> met, List<Threshold> unresolved) {
        var all = new ArrayList<>(met);
        for (Threshold each : unresolved) {
            if (all.stream().noneMatch(each::sameAs)) {
                all.add(each);
            }
        }
        return List.copyOf(all);
    }

    /// Those that have stood for their grace period.
    ///
    /// @param since when each was first seen, without a gap since
    public static List<Threshold> lasting(Map<Threshold, Instant> since, Instant now) {
        return since.entrySet().stream()
                .filter(entry -> Duration.between(entry.getValue(), now)
                                .compareTo(entry.getKey().grace())
                        >= 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Those whose signal was measured since `before`. Without a time, or without an earlier look, it
    /// counts as new.
    public static List<Threshold> seenAnew(List<Threshold> thresholds, Observations seen, Observations before) {
        return thresholds.stream()
                .filter(threshold -> seen.of(threshold.signal())
                        .filter(observation -> anew(observation, before.of(threshold.signal())))
                        .isPresent())
                .toList();
    }

    private static boolean anew(Observation seen, Optional<Observation> before) {
        if (seen.time().isEmpty() || before.isEmpty()) {
            return true;
        }
        Optional<Instant> last = before.get().time();
        return last.isEmpty() || seen.time().get().isAfter(last.get());
    }

    /// Each threshold beside what was seen; those without an observation are left out.
    public static List<Shortage> shortages(List<Threshold> thresholds, Observations seen) {
        var reported = new ArrayList<Shortage>();
        for (Threshold each : thresholds) {
            seen.of(each.signal())
                    .ifPresent(observation -> reported.add(
                            new Shortage(each, each.value().of(observation.capacity()), observation.available())));
        }
        return List.copyOf(reported);
    }
}
