package dev.tenure.plan.metrics;

import dev.tenure.kubelet.eviction.PressureSettings;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.ResourceList;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.plan.compare.Configuration;
import dev.tenure.plan.source.ClusterDump;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Metrics held against eviction thresholds: what each signal would have led to. Immutable.
///
/// @param from when the metrics begin
/// @param signals side by side, for each node
/// @param notes what is to be known about it, as sentences
public record PressureReplay(Instant from, Duration span, List<SignalCourse> signals, List<String> notes) {
    /// A look every 10 s for longer takes longer than anybody waits.
    private static final Duration SPAN_MAX = Duration.ofDays(62);

    /// Of what the signal MemAvailable or PSI is made, where the metrics have it.
    public enum By {
        /// The kubelet's: capacity less working set.
        WORKING_SET("memory.available"),
        /// The kernel's: what it could give out.
        AVAILABLE("MemAvailable"),
        /// Pressure stall information: how long something waited for memory.
        STALLS("PSI");

        private final String word;

        By(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /// A pod that goes.
    ///
    /// @param after from the beginning
    /// @param why in the kubelet's words, or what the kernel would have found
    public record Victim(String pod, Duration after, String why) {}

    /// What one signal leads to on one node.
    ///
    /// @param shortAfter when it is short for the first time; empty: never
    /// @param evicted in order of time
    /// @param killed by the kernel, before an eviction would have helped
    /// @param lowest how much it shows at the least: bytes, or for PSI the largest share of time in
    ///     thousandths
    public record SignalCourse(
            String node,
            By signal,
            Optional<Duration> shortAfter,
            List<Victim> evicted,
            List<Victim> killed,
            OptionalLong lowest) {
        public SignalCourse {
            evicted = List.copyOf(evicted);
            killed = List.copyOf(killed);
        }
    }

    /// When PSI counts as short: what of a time something waited for memory, and for how long on end.
    public record Stall(double share, Duration lasting) {
        public static final Stall STANDARD = new Stall(0.1, Duration.ofSeconds(30));
    }

    public PressureReplay {
        signals = List.copyOf(signals);
        notes = List.copyOf(notes);
    }

    /// Holds metrics against thresholds. Equal arguments give equal answers.
    ///
    /// @param cluster that says what pods ask for and what nodes have; without one pods ask for nothing
    /// @param configuration whose eviction thresholds count
    /// @throws MetricsException when nothing says how much memory a node has
    public static PressureReplay of(
            Metrics metrics, Optional<ClusterDump> cluster, Configuration configuration, Stall stall) {
        PressureSettings settings = configuration.pressure();
        Instant from = metrics.first().orElseThrow();
        Instant to = metrics.last().orElseThrow();
        if (Duration.between(from, to).compareTo(SPAN_MAX) > 0) {
            throw new MetricsException(
                    "the metrics go from %s to %s: at most %d days are looked at; a number as a time is in seconds, not in milliseconds"
                            .formatted(from, to, SPAN_MAX.toDays()));
        }
        var notes = new ArrayList<String>();
        Map<String, Pod> pods = new HashMap<>();
        Map<String, Node> nodes = new HashMap<>();
        cluster.ifPresent(dump -> {
            dump.views(ResourceTypes.PODS, Pod.class).forEach(pod -> pods.put(pod.qualifiedName(), pod));
            dump.views(ResourceTypes.NODES, Node.class).forEach(node -> nodes.put(node.name(), node));
        });
        var signals = new ArrayList<SignalCourse>();
        metrics.nodes().forEach((name, measured) -> {
            var course = new NodeCourse(
                    new NodeCourse.Site(
                            name, measured, capacity(name, measured, Optional.ofNullable(nodes.get(name))), pods),
                    new NodeCourse.Span(from, to),
                    settings);
            signals.add(course.of(By.WORKING_SET));
            if (measured.has(Measure.AVAILABLE)) {
                signals.add(course.of(By.AVAILABLE));
            }
            if (measured.has(Measure.WAITING)) {
                signals.add(course.stalls(stall));
            }
        });
        long unknown = metrics.nodes().values().stream()
                .flatMap(node -> node.pods().keySet().stream())
                .filter(pod -> !pods.containsKey(pod))
                .count();
        if (unknown > 0) {
            notes.add(
                    "%d pods of the metrics are in no cluster that was given: they count as asking for nothing, with priority 0"
                            .formatted(unknown));
        }
        metrics.passedOver().forEach((name, count) -> notes.add("passed over: %s (%d)".formatted(name, count)));
        notes.add("between two points numbers go evenly; an evicted pod counts no longer, and nobody takes its place");
        return new PressureReplay(from, Duration.between(from, to), signals, notes);
    }

    private static long capacity(String name, Metrics.OfNode measured, Optional<Node> node) {
        long reported = node.map(each ->
                        each.status().capacity().get(ResourceList.MEMORY).value())
                .orElse(0L);
        if (reported > 0) {
            return reported;
        }
        long told = measured.has(Measure.CAPACITY)
                ? (long) measured.of(Measure.CAPACITY)
                        .points()
                        .firstEntry()
                        .getValue()
                        .doubleValue()
                : 0;
        if (told > 0) {
            return told;
        }
        throw new MetricsException(
                "nothing says how much memory node %s has: add machine_memory_bytes or node_memory_MemTotal_bytes to the metrics, or give the cluster with --from"
                        .formatted(name));
    }

    /// Whether any signal that evicts leads to anything.
    public boolean hasEffects() {
        return signals.stream()
                .anyMatch(each -> !each.evicted().isEmpty() || !each.killed().isEmpty());
    }
}
