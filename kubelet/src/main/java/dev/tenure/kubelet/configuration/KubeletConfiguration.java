package dev.tenure.kubelet.configuration;

import dev.tenure.kubelet.eviction.PressureSettings;
import dev.tenure.kubelet.eviction.threshold.DefaultThresholdsRule;
import dev.tenure.kubelet.eviction.threshold.ThresholdParser;
import dev.tenure.kubelet.eviction.threshold.ThresholdSettings;
import dev.tenure.rules.feature.FeatureGate;
import dev.tenure.rules.feature.FeatureGates;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The settings of a node that pressure depends on, defaults filled in. Immutable.
///
/// @param writtenHard the hard thresholds as they stand in the file; absent when it has none at all
/// @param mergeDefaults whether hard thresholds that are not written keep their defaults
/// @param thresholds what thresholds are made of, hard ones after defaults and merging
/// @param maxPodGraceSeconds see [PressureSettings#maxPodGraceSeconds]
/// @param systemReserved resource → text, held back for the system
/// @param kubeReserved the same for the node's agent and runtime
/// @param staticPods manifests that a simulated node runs by itself, path → text
public record KubeletConfiguration(
        Optional<Map<String, String>> writtenHard,
        boolean mergeDefaults,
        ThresholdSettings thresholds,
        Duration transitionPeriod,
        long maxPodGraceSeconds,
        boolean localStorageIsolation,
        boolean separateDiskGc,
        Map<String, String> systemReserved,
        Map<String, String> kubeReserved,
        NodeTiming timing,
        Map<String, String> staticPods) {
    private static final Duration TRANSITION_PERIOD = Duration.ofMinutes(5);

    /// What holds on a node whose file says nothing.
    public static final KubeletConfiguration STANDARD = new KubeletConfiguration(
            Optional.empty(),
            false,
            new ThresholdSettings(DefaultThresholdsRule.HARD, Map.of(), Map.of(), Map.of(), List.of("pods")),
            TRANSITION_PERIOD,
            0,
            true,
            true,
            Map.of(),
            Map.of(),
            NodeTiming.STANDARD,
            Map.of());

    public KubeletConfiguration {
        systemReserved = Collections.unmodifiableMap(new TreeMap<>(systemReserved));
        kubeReserved = Collections.unmodifiableMap(new TreeMap<>(kubeReserved));
        staticPods = Collections.unmodifiableMap(new TreeMap<>(staticPods));
        transitionPeriod = transitionPeriod.isZero() ? TRANSITION_PERIOD : transitionPeriod;
    }

    /// The same with the gates that somebody has switched.
    KubeletConfiguration switching(FeatureGates gates) {
        boolean separate = gates.switched().getOrDefault(FeatureGate.KUBELET_SEPARATE_DISK_GC, separateDiskGc);
        return with(separate, staticPods);
    }

    /// The same with manifests that nodes run by themselves.
    public KubeletConfiguration withStaticPods(Map<String, String> manifests) {
        return with(separateDiskGc, manifests);
    }

    private KubeletConfiguration with(boolean separate, Map<String, String> manifests) {
        return new KubeletConfiguration(
                writtenHard,
                mergeDefaults,
                thresholds,
                transitionPeriod,
                maxPodGraceSeconds,
                localStorageIsolation,
                separate,
                systemReserved,
                kubeReserved,
                timing,
                manifests);
    }

    /// What the node's decisions run by.
    ///
    /// @throws dev.tenure.kubelet.eviction.threshold.ThresholdException when upstream's kubelet would not
    ///     start
    public PressureSettings pressure() {
        return new PressureSettings(
                ThresholdParser.parse(thresholds),
                transitionPeriod,
                maxPodGraceSeconds,
                localStorageIsolation,
                separateDiskGc);
    }
}
