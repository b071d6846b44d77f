package dev.tenure.kubelet.lint;

import dev.tenure.kubelet.configuration.AllocatableRule;
import dev.tenure.kubelet.configuration.KubeletConfiguration;
import dev.tenure.kubelet.eviction.threshold.DefaultThresholdsRule;
import dev.tenure.kubelet.eviction.threshold.Signal;
import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.kubelet.eviction.threshold.ThresholdException;
import dev.tenure.kubelet.eviction.threshold.ThresholdParser;
import dev.tenure.kubelet.eviction.threshold.ThresholdSettings;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Finds what is likely no intention in a node's settings for eviction, mistakes apart. What depends on the
/// node's size, or on how fast memory was seen to grow, is only looked at when that is known.
public final class KubeletLintRule {
    /// How long a node looks away between two passes.
    public static final Duration PASS_INTERVAL = Duration.ofSeconds(10);

    private static final String MEMORY = Signal.MEMORY_AVAILABLE.word();

    private final KubeletConfiguration configuration;
    private final ResourceList capacity;
    private final List<Finding> findings = new ArrayList<>();

    private KubeletLintRule(KubeletConfiguration configuration, ResourceList capacity) {
        this.configuration = configuration;
        this.capacity = capacity;
    }

    /// @param capacity of the node, as far as it is known: `memory`, `ephemeral-storage`, `inodes`, `pids`
    /// @param memory how the use of memory was seen to grow; empty when nobody looked
    public static List<Finding> check(
            KubeletConfiguration configuration, ResourceList capacity, List<GrowthRule.Sample> memory) {
        var lint = new KubeletLintRule(configuration, capacity);
        lint.droppedDefaults();
        lint.withoutEffect();
        lint.podGrace();
        Optional<List<Threshold>> thresholds = lint.parsed();
        if (thresholds.isPresent()) {
            lint.againstCapacity(thresholds.get());
            lint.softAgainstHard(thresholds.get());
            lint.reservations(thresholds.get());
            lint.growth(thresholds.get(), memory);
        }
        return List.copyOf(lint.findings);
    }

    /// Settings that are accepted and ignored, for who starts with them.
    public static List<Finding> ignored(KubeletConfiguration configuration) {
        var lint = new KubeletLintRule(configuration, ResourceList.EMPTY);
        lint.withoutEffect();
        return List.copyOf(lint.findings);
    }

    /// Empty when the kubelet does not start, which is reported as a mistake. Soft thresholds without a grace
    /// period are left out.
    private Optional<List<Threshold>> parsed() {
        ThresholdSettings settings = configuration.thresholds();
        Map<String, String> soft = new TreeMap<>(settings.soft());
        soft.keySet().retainAll(settings.softGracePeriod().keySet());
        try {
            return Optional.of(ThresholdParser.parse(new ThresholdSettings(
                    settings.hard(),
                    soft,
                    settings.softGracePeriod(),
                    settings.minimumReclaim(),
                    settings.enforceNodeAllocatable())));
        } catch (ThresholdException _) {
            return Optional.empty();
        }
    }

    private void droppedDefaults() {
        if (configuration.writtenHard().isEmpty() || configuration.mergeDefaults()) {
            return;
        }
        Set<String> dropped = new TreeSet<>(DefaultThresholdsRule.HARD.keySet());
        dropped.removeAll(configuration.writtenHard().get().keySet());
        if (!dropped.isEmpty()) {
            findings.add(Finding.warning(
                    "defaults-dropped",
                    "evictionHard",
                    "one entry in evictionHard drops all defaults: there is no hard threshold for %s; set"
                                    .formatted(String.join(", ", dropped))
                            + " mergeDefaultEvictionSettings: true, or write them (0% for those that you do"
                            + " not want)"));
        }
    }

    private void withoutEffect() {
        ThresholdSettings settings = configuration.thresholds();
        settings.softGracePeriod().keySet().stream()
                .filter(signal -> !settings.soft().containsKey(signal))
                .forEach(signal -> findings.add(Finding.warning(
                        "grace-without-threshold",
                        "evictionSoftGracePeriod." + signal,
                        "has no effect: evictionSoft has no entry for " + signal)));
        settings.minimumReclaim().keySet().stream()
                .filter(signal ->
                        !settings.soft().containsKey(signal) && !settings.hard().containsKey(signal))
                .forEach(signal -> findings.add(Finding.warning(
                        "reclaim-without-threshold",
                        "evictionMinimumReclaim." + signal,
                        "has no effect: there is no threshold for " + signal)));
        replaced("evictionHard", settings.hard());
        replaced("evictionSoft", settings.soft());
    }

    /// Upstream overwrites these entries, and says so in its log alone.
    private void replaced(String map, Map<String, String> thresholds) {
        thresholds.keySet().stream()
                .filter(signal -> signal.startsWith("containerfs."))
                .forEach(signal -> findings.add(Finding.warning(
                        "containerfs-replaced",
                        map + "." + signal,
                        "is ignored: the threshold of %s takes its place, or that of %s where images and containers have"
                                        .formatted(
                                                signal.replace("containerfs", "nodefs"),
                                                signal.replace("containerfs", "imagefs"))
                                + " a file system of their own; remove it")));
    }

    private void podGrace() {
        long seconds = configuration.maxPodGraceSeconds();
        if (!configuration.thresholds().soft().isEmpty() && seconds <= 0) {
            findings.add(Finding.warning(
                    "soft-kills-at-once",
                    "evictionMaxPodGracePeriod",
                    "is %d: pods that a soft threshold sends away get 1 s, whatever they ask for; set the most that they"
                                    .formatted(seconds)
                            + " may take, in seconds"));
        }
    }

    private void againstCapacity(List<Threshold> thresholds) {
        for (Threshold threshold : thresholds) {
            Optional<Quantity> known = capacityOf(threshold.signal());
            if (known.isEmpty() || threshold.signal() == Signal.ALLOCATABLE_MEMORY_AVAILABLE) {
                continue;
            }
            Quantity value = threshold.value().of(known.get());
            Quantity target = threshold
                    .minReclaim()
                    .map(reclaim -> value.plus(reclaim.of(known.get())))
                    .orElse(value);
            if (value.compareTo(known.get()) >= 0) {
                findings.add(Finding.error(
                        "threshold-above-capacity",
                        field(threshold),
                        "is %s, and the node has %s: the node is always short and evicts every pod"
                                .formatted(value, known.get())));
            } else if (target.compareTo(known.get()) >= 0) {
                findings.add(Finding.error(
                        "reclaim-above-capacity",
                        "evictionMinimumReclaim." + threshold.signal(),
                        "with the threshold comes to %s, and the node has %s: once short, the node never recovers"
                                .formatted(target, known.get())));
            }
        }
    }

    private static String field(Threshold threshold) {
        return (threshold.hard() ? "evictionHard." : "evictionSoft.") + threshold.signal();
    }

    private Optional<Quantity> capacityOf(Signal signal) {
        String resource = signal.resource();
        boolean other = signal == Signal.IMAGEFS_AVAILABLE
                || signal == Signal.IMAGEFS_INODES_FREE
                || signal == Signal.CONTAINERFS_AVAILABLE
                || signal == Signal.CONTAINERFS_INODES_FREE;
        return capacity.has(resource) && !other ? Optional.of(capacity.get(resource)) : Optional.empty();
    }

    private void softAgainstHard(List<Threshold> thresholds) {
        for (Threshold soft : thresholds) {
            for (Threshold hard : thresholds) {
                Optional<Quantity> known = capacityOf(soft.signal());
                boolean pair = !soft.hard() && hard.hard() && soft.signal() == hard.signal();
                if (!pair) {
                    continue;
                }
                Quantity whole = known.orElse(Quantity.of(Long.MAX_VALUE, Quantity.Format.BINARY_SI));
                boolean comparable = known.isPresent()
                        || soft.value().getClass() == hard.value().getClass();
                if (comparable && soft.value().of(whole).compareTo(hard.value().of(whole)) <= 0) {
                    findings.add(Finding.warning(
                            "soft-below-hard",
                            field(soft),
                            "never acts: the hard threshold of the signal is met before or with it"));
                }
            }
        }
    }

    private void reservations(List<Threshold> thresholds) {
        AllocatableRule.violation(capacity, configuration)
                .ifPresent(words -> findings.add(Finding.error("reservation-above-capacity", "systemReserved", words)));
        if (!capacity.has(ResourceList.MEMORY)) {
            return;
        }
        Quantity all = capacity.get(ResourceList.MEMORY);
        Quantity allocatable =
                AllocatableRule.allocatable(capacity, configuration).get(ResourceList.MEMORY);
        Quantity free = all.minus(allocatable);
        Quantity limit = AllocatableRule.podsLimit(capacity, configuration, ResourceList.MEMORY);
        if (limit.compareTo(all) == 0) {
            findings.add(Finding.warning(
                    "nothing-reserved",
                    "systemReserved.memory",
                    "neither systemReserved nor kubeReserved holds memory back: whatever the system uses, pods can be"
                            + " evicted although they use no more than they asked for"));
        }
        for (Threshold threshold : thresholds) {
            boolean soft = threshold.signal() == Signal.MEMORY_AVAILABLE && !threshold.hard();
            if (soft && threshold.value().of(all).compareTo(free) > 0) {
                findings.add(Finding.warning(
                        "threshold-within-requests",
                        field(threshold),
                        "is %s, and only %s is held back from pods: a node whose pods use what they asked for is short;"
                                        .formatted(threshold.value().of(all), free)
                                + " raise systemReserved.memory by the difference"));
            }
        }
    }

    private void growth(List<Threshold> thresholds, List<GrowthRule.Sample> memory) {
        if (memory.isEmpty()) {
            return;
        }
        Quantity grown = Quantity.of(GrowthRule.largest(memory, PASS_INTERVAL), Quantity.Format.BINARY_SI);
        Quantity all = capacity.has(ResourceList.MEMORY) ? capacity.get(ResourceList.MEMORY) : Quantity.ZERO;
        Optional<Quantity> highest = thresholds.stream()
                .filter(each -> each.signal() == Signal.MEMORY_AVAILABLE && each.hard())
                .map(each -> each.value().of(all))
                .max(Quantity::compareTo);
        if (highest.isEmpty()) {
            findings.add(Finding.warning(
                    "memory-unguarded",
                    "evictionHard." + MEMORY,
                    "there is no hard threshold of memory: only the kernel acts when memory runs out"));
        } else if (grown.compareTo(highest.get()) >= 0) {
            findings.add(Finding.warning(
                    "threshold-outrun",
                    "evictionHard." + MEMORY,
                    "is %s, but memory grew by %s within %d s in the trace, and a node looks only every %d s: the kernel's"
                                    .formatted(
                                            highest.get(), grown, PASS_INTERVAL.toSeconds(), PASS_INTERVAL.toSeconds())
                            + " OOM killer can act first; set it above " + grown));
        }
    }
}
