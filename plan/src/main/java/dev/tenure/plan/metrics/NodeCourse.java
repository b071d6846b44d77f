package dev.tenure.plan.metrics;

import dev.tenure.kubelet.eviction.Eviction;
import dev.tenure.kubelet.eviction.GraceRule;
import dev.tenure.kubelet.eviction.LayoutAnswer;
import dev.tenure.kubelet.eviction.PressureSettings;
import dev.tenure.kubelet.eviction.PressureState;
import dev.tenure.kubelet.eviction.ranking.OomScoreRule;
import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.stats.MemoryStats;
import dev.tenure.kubelet.stats.NodeStats;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.core.Pod;
import dev.tenure.plan.metrics.PressureReplay.By;
import dev.tenure.plan.metrics.PressureReplay.SignalCourse;
import dev.tenure.plan.metrics.PressureReplay.Stall;
import dev.tenure.plan.metrics.PressureReplay.Victim;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/// One node's metrics, looked at every 10 s as its kubelet does. Between two looks the kernel may run out of
/// memory first: then it kills, and what the victim used is free. What an evicted or killed pod used is taken
/// off from when it is gone. Confined to one thread.
final class NodeCourse {
    private static final Duration LOOK = Duration.ofSeconds(10);
    private static final LayoutAnswer LAYOUT = new LayoutAnswer.Found(FilesystemLayout.SINGLE);
    private static final long THOUSAND = 1_000;
    private static final int KILLS_MAX = 100;
    private static final StoredForms FORMS = new StoredForms();

    /// @param capacity in bytes
    /// @param known pods of the cluster by `namespace/name`
    record Site(String node, Metrics.OfNode measured, long capacity, Map<String, Pod> known) {}

    record Span(Instant from, Instant to) {}

    private final Site site;
    private final Span span;
    private final PressureSettings settings;
    private final Map<String, Pod> pods = new TreeMap<>();

    NodeCourse(Site site, Span span, PressureSettings settings) {
        this.site = site;
        this.span = span;
        this.settings = settings;
        site.measured().pods().keySet().forEach(name -> pods.put(name, pod(name)));
    }

    private Pod pod(String name) {
        Pod known = site.known().get(name);
        return known != null ? known : unknown(name);
    }

    private static Pod unknown(String name) {
        int slash = name.indexOf('/');
        ObjectNode tree = Json.object().put("apiVersion", "v1").put("kind", "Pod");
        tree.putObject("metadata")
                .put("namespace", name.substring(0, slash))
                .put("name", name.substring(slash + 1))
                .put("uid", name);
        tree.putObject("spec")
                .putArray("containers")
                .addObject()
                .put("name", "main")
                .put("image", "unknown");
        return FORMS.read(Json.write(tree), GroupVersionKind.of("v1", "Pod")).view(Pod.class);
    }

    /// One signal's course. Confined to one thread.
    private final class Run {
        private final By by;
        private final PressureState state = new PressureState(settings);
        /// When each pod is gone.
        private final Map<String, Instant> gone = new TreeMap<>();
        private final List<Victim> evicted = new ArrayList<>();
        private final List<Victim> killed = new ArrayList<>();
        private Optional<Duration> shortAfter = Optional.empty();
        private long lowest = Long.MAX_VALUE;

        private Run(By by) {
            this.by = by;
        }

        private SignalCourse course() {
            NavigableSet<Instant> points = points();
            Instant before = span.from();
            for (Instant now = span.from(); !now.isAfter(span.to()); now = now.plus(LOOK)) {
                moments(points, before, now).forEach(this::kernel);
                look(now);
                before = now;
            }
            return new SignalCourse(
                    site.node(),
                    by,
                    shortAfter,
                    evicted,
                    killed,
                    lowest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(lowest));
        }

        /// The points from one look to the next, and each second, for what goes evenly reaches a bound
        /// between.
        private static NavigableSet<Instant> moments(NavigableSet<Instant> points, Instant from, Instant to) {
            var all = new TreeSet<>(points.subSet(from, true, to, true));
            for (Instant at = from; !at.isAfter(to); at = at.plusSeconds(1)) {
                all.add(at);
            }
            return all;
        }

        /// All moments at which something is measured.
        private NavigableSet<Instant> points() {
            var all = new TreeSet<>(
                    site.measured().of(Measure.WORKING_SET).points().keySet());
            site.measured()
                    .pods()
                    .values()
                    .forEach(series -> all.addAll(series.points().keySet()));
            return all;
        }

        private boolean isGone(String pod, Instant now) {
            Instant at = gone.get(pod);
            return at != null && !now.isBefore(at);
        }

        private long used(String pod, Instant now) {
            return isGone(pod, now)
                    ? 0
                    : Math.round(site.measured()
                            .pods()
                            .getOrDefault(pod, MetricSeries.nothing())
                            .at(now));
        }

        /// What is in use and cannot be taken back, as the kubelet or as the kernel counts.
        private long used(Instant now, By counted) {
            Metrics.OfNode measured = site.measured();
            long all;
            if (counted == By.AVAILABLE) {
                all = site.capacity()
                        - Math.round(measured.of(Measure.AVAILABLE).at(now));
            } else if (measured.has(Measure.WORKING_SET)) {
                all = Math.round(measured.of(Measure.WORKING_SET).at(now));
            } else {
                all = pods.keySet().stream()
                        .mapToLong(pod -> Math.round(measured.pods()
                                .getOrDefault(pod, MetricSeries.nothing())
                                .at(now)))
                        .sum();
            }
            for (String pod : gone.keySet()) {
                if (isGone(pod, now)) {
                    all -= Math.round(measured.pods()
                            .getOrDefault(pod, MetricSeries.nothing())
                            .at(now));
                }
            }
            return Math.max(0, all);
        }

        /// The kernel kills only when it can give nothing out any more; files in memory it takes back before.
        private void kernel(Instant now) {
            By counted = site.measured().has(Measure.AVAILABLE) ? By.AVAILABLE : By.WORKING_SET;
            while (used(now, counted) >= site.capacity() && killed.size() < KILLS_MAX) {
                Optional<Pod> victim = pods.values().stream()
                        .filter(pod -> used(pod.qualifiedName(), now) > 0)
                        .max(Comparator.comparingLong(pod -> badness(pod, now)));
                if (victim.isEmpty()) {
                    return;
                }
                lowest = 0;
                String name = victim.get().qualifiedName();
                killed.add(new Victim(
                        name,
                        Duration.between(span.from(), now),
                        "the node's %s are used up; it has the highest score (%d of 1000) with %s"
                                .formatted(
                                        amount(site.capacity()),
                                        badness(victim.get(), now) * THOUSAND / Math.max(1, site.capacity()),
                                        amount(used(name, now)))));
                gone.put(name, now);
            }
        }

        /// Upstream: oom_badness in the kernel's mm/oom_kill.c: what it uses, and its `oom_score_adj` in
        /// thousandths of the machine's memory.
        private long badness(Pod pod, Instant now) {
            long adjustment = pod.spec().containers().stream()
                    .mapToLong(container -> OomScoreRule.adjustment(pod, container, site.capacity()))
                    .max()
                    .orElse(0);
            return used(pod.qualifiedName(), now) + adjustment * (site.capacity() / THOUSAND);
        }

        private void look(Instant now) {
            long used = used(now, by);
            lowest = Math.min(lowest, site.capacity() - used);
            List<Pod> active = pods.entrySet().stream()
                    .filter(each -> !isGone(each.getKey(), now))
                    .map(Map.Entry::getValue)
                    .toList();
            // while a pod is being stopped the node is not looked at
            if (gone.values().stream().anyMatch(at -> at.isAfter(now))) {
                return;
            }
            if (state.begin(now, LAYOUT, Optional.of(summary(now, used)), active)
                    instanceof PressureState.Step.Done(var record)) {
                if (!record.met().isEmpty() && shortAfter.isEmpty()) {
                    shortAfter = Optional.of(Duration.between(span.from(), now));
                }
                record.evictions().forEach(eviction -> evict(eviction, now));
            }
        }

        private void evict(Eviction eviction, Instant now) {
            String name = eviction.pod().qualifiedName();
            evicted.add(new Victim(name, Duration.between(span.from(), now), eviction.message()));
            long grace = GraceRule.effectiveSeconds(eviction.graceSeconds());
            gone.put(name, now.plusSeconds(grace));
        }

        private Summary summary(Instant now, long used) {
            var stats = new TreeMap<String, PodStats>();
            long ofPods = 0;
            for (Map.Entry<String, Pod> each : pods.entrySet()) {
                long bytes = used(each.getKey(), now);
                ofPods += bytes;
                stats.put(
                        each.getValue().meta().uid(),
                        new PodStats(
                                OptionalLong.of(bytes),
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                List.of(),
                                List.of()));
            }
            return new Summary(
                    new NodeStats(
                            Optional.of(memory(now, used)),
                            Optional.of(memory(now, ofPods)),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty()),
                    stats);
        }

        private MemoryStats memory(Instant now, long used) {
            return new MemoryStats(
                    Optional.of(now), OptionalLong.of(Math.max(0, site.capacity() - used)), OptionalLong.of(used));
        }
    }

    /// What follows if the kubelet goes by a signal.
    SignalCourse of(By by) {
        return new Run(by).course();
    }

    /// When PSI is short. It evicts nobody: upstream makes a condition of it at most (KEP-5394).
    SignalCourse stalls(Stall stall) {
        MetricSeries waiting = site.measured().of(Measure.WAITING);
        Optional<Duration> shortAfter = Optional.empty();
        Optional<Instant> since = Optional.empty();
        double most = 0;
        for (Instant now = span.from().plus(LOOK); !now.isAfter(span.to()); now = now.plus(LOOK)) {
            double share = Math.max(0, waiting.at(now) - waiting.at(now.minus(LOOK))) / LOOK.toSeconds();
            most = Math.max(most, share);
            if (share < stall.share()) {
                since = Optional.empty();
                continue;
            }
            since = since.isPresent() ? since : Optional.of(now.minus(LOOK));
            boolean lasts = !since.get().plus(stall.lasting()).isAfter(now);
            if (lasts && shortAfter.isEmpty()) {
                shortAfter = Optional.of(Duration.between(span.from(), now));
            }
        }
        return new SignalCourse(
                site.node(), By.STALLS, shortAfter, List.of(), List.of(), OptionalLong.of(Math.round(most * THOUSAND)));
    }

    static String amount(long bytes) {
        return "%dMi".formatted(bytes >> 20);
    }
}
