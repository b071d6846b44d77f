package dev.tenure.kubelet.eviction.threshold;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The settings that thresholds are made of, signal → text, as a user writes them.
///
/// @param enforceNodeAllocatable what the limits of cgroups are enforced for; `pods` adds thresholds
public record ThresholdSettings(
        Map<String, String> hard,
        Map<String, String> soft,
        Map<String, String> softGracePeriod,
        Map<String, String> minimumReclaim,
        List<String> enforceNodeAllocatable) {
    public ThresholdSettings {
        hard = Collections.unmodifiableMap(new TreeMap<>(hard));
        soft = Collections.unmodifiableMap(new TreeMap<>(soft));
        softGracePeriod = Collections.unmodifiableMap(new TreeMap<>(softGracePeriod));
        minimumReclaim = Collections.unmodifiableMap(new TreeMap<>(minimumReclaim));
        enforceNodeAllocatable = List.copyOf(enforceNodeAllocatable);
    }
}
