package dev.tenure.kubelet.eviction;

import dev.tenure.kubelet.eviction.ranking.PodRankingRule;
import dev.tenure.kubelet.eviction.reclaim.Reclaim;
import dev.tenure.kubelet.eviction.reclaim.ReclaimRule;
import dev.tenure.kubelet.eviction.signal.ObservationRule;
import dev.tenure.kubelet.eviction.signal.Observations;
import dev.tenure.kubelet.eviction.signal.ShortageRule;
import dev.tenure.kubelet.eviction.threshold.ContainerfsRule;
import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.eviction.threshold.Threshold;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.Frozen;
import dev.tenure.rules.pod.PodRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What one node remembers of its shortages, and what it decides at each look. Knows no clock and calls
/// nobody: numbers come in, orders go out. Confined to the loop of its node; a restart of the node's
/// agent begins with a new one.
///
/// A pass has two halves, because cleaning up lies between them: [#begin] looks, tells conditions and
/// either decides or asks for cleaning up; [#afterReclaim] decides with the numbers after that. At most
/// one pod goes in a pass, apart from those that exceed limits of their own, which all go and end the
/// pass.
///
/// Where upstream leaves the choice to chance, this takes the first in order: thresholds in the order of
/// their signals, hard before soft. Upstream: synchronize in eviction_manager.go.
public final class PressureState {
    /// What a pass has come to.
    public sealed interface Step {
        record Done(PassRecord record) implements Step {}

        /// Clean up, look again, and hand the numbers to [PressureState#afterReclaim].
        record CleanUp(PassRecord soFar, List<Reclaim> steps) implements Step {
            public CleanUp {
                steps = List.copyOf(steps);
            }
        }
    }

    private static final String LAYOUT_UNKNOWN = "eviction manager: failed to get HasDedicatedImageFs: ";
    private static final String GATE_OFF = "KubeletSeparateDiskGC is turned off but we still have a split filesystem";

    private final PressureSettings settings;
    private List<Threshold> thresholds;
    private Optional<FilesystemLayout> layout = Optional.empty();
    /// Whether the node knows how to rank and clean up; it never does after it has failed to learn (an
    /// oddity of upstream with the gate off).
    private boolean able = true;

    private final Map<PressureCondition, Instant> firstSeen = new EnumMap<>(PressureCondition.class);
    private final Map<PressureCondition, Instant> lastSeen = new EnumMap<>(PressureCondition.class);
    private Set<PressureCondition> conditions = Set.of();
    private Map<Threshold, Instant> since = Map.of();
    private List<Threshold> lasting = List.of();
    private Observations before = Observations.NONE;
    private Optional<Summary> measured = Optional.empty();
    private Optional<PassNotes> underWay = Optional.empty();

    public PressureState(PressureSettings settings) {
        this.settings = settings;
        this.thresholds = settings.thresholds();
    }

    /// What the node says of itself since the last pass.
    public Set<PressureCondition> conditions() {
        return conditions;
    }

    /// The thresholds, with those that were derived once the layout was known.
    public List<Threshold> thresholds() {
        return thresholds;
    }

    /// All of it at this moment, for people.
    public PressureView view() {
        List<PressureView.Standing> standing = thresholds.stream()
                .filter(threshold -> !threshold.blank())
                .map(threshold -> new PressureView.Standing(
                        threshold, Optional.ofNullable(since.get(threshold)), lasting.contains(threshold)))
                .toList();
        return new PressureView(settings, standing, conditions, firstSeen, lastSeen, before, layout, measured);
    }

    /// The layout is asked for until it is known once.
    public boolean layoutKnown() {
        return layout.isPresent();
    }

    /// The first half of a pass.
    ///
    /// @param answer is not read once the layout is known
    /// @param summary absent when it could not be had: then nothing happens
    /// @param pods that hold resources, whether or not they are being deleted
    public Step begin(Instant now, LayoutAnswer answer, Optional<Summary> summary, List<Pod> pods) {
        var notes = new PassNotes(pods);
        underWay = Optional.of(notes);
        if (settings.idle()) {
            return done(notes);
        }
        List<Threshold> looked = learn(answer, notes);
        if (notes.error.isPresent() || summary.isEmpty()) {
            return done(notes);
        }
        notes.summary = summary;
        measured = summary;
        notes.seen = ObservationRule.observe(summary.get().node());
        look(looked, notes, now);
        if (settings.localStorageIsolation() && overLimits(notes)) {
            return done(notes);
        }
        if (notes.updated.isEmpty()) {
            return done(notes);
        }
        Threshold chosen = notes.updated.getFirst();
        notes.chosen = Optional.of(chosen);
        List<Reclaim> steps = able ? ReclaimRule.steps(chosen.signal(), layout.orElseThrow()) : List.of();
        if (steps.isEmpty()) {
            evict(notes, now);
            return done(notes);
        }
        notes.reclaimed = steps;
        return new Step.CleanUp(record(notes), steps);
    }

    /// The second half of a pass that asked for cleaning up. Only if no threshold at all is met any more,
    /// on any signal and whatever the grace, does nobody go.
    ///
    /// @param summary absent when it could not be had: then a pod goes
    public PassRecord afterReclaim(Instant now, Optional<Summary> summary) {
        PassNotes notes = underWay.orElseThrow(() -> new IllegalStateException("no pass is under way"));
        summary.ifPresent(again -> {
            Observations seen = ObservationRule.observe(again.node());
            notes.metAfterReclaim = Optional.of(ShortageRule.shortages(ShortageRule.met(thresholds, seen, true), seen));
        });
        if (notes.metAfterReclaim.filter(List::isEmpty).isEmpty()) {
            evict(notes, now);
        }
        underWay = Optional.empty();
        return record(notes);
    }

    private Step done(PassNotes notes) {
        underWay = Optional.empty();
        return new Step.Done(record(notes));
    }

    private PassRecord record(PassNotes notes) {
        return notes.record(conditions, ShortageRule.shortages(notes.updated, notes.seen));
    }

    /// Takes in the layout once.
    ///
    /// @return the thresholds to look at; those added now wait for the next pass
    private List<Threshold> learn(LayoutAnswer answer, PassNotes notes) {
        if (layout.isPresent()) {
            return thresholds;
        }
        return switch (answer) {
            case LayoutAnswer.Unknown(String why) -> {
                notes.error = Optional.of(LAYOUT_UNKNOWN + why);
                yield List.of();
            }
            case LayoutAnswer.Found(FilesystemLayout found) -> learn(found, notes);
        };
    }

    private List<Threshold> learn(FilesystemLayout found, PassNotes notes) {
        layout = Optional.of(found);
        if (found == FilesystemLayout.SPLIT && !settings.separateDiskGc()) {
            able = false;
            notes.error = Optional.of(GATE_OFF);
            return List.of();
        }
        ContainerfsRule.Derived derived = ContainerfsRule.derive(thresholds, found);
        int known = thresholds.size();
        thresholds = derived.thresholds();
        notes.complaint = derived.complaint();
        return thresholds.subList(0, known);
    }

    private void look(List<Threshold> looked, PassNotes notes, Instant now) {
        List<Threshold> met = ShortageRule.met(looked, notes.seen, false);
        List<Threshold> standing = ShortageRule.merged(met, ShortageRule.met(lasting, notes.seen, true));
        Map<Threshold, Instant> first = new LinkedHashMap<>();
        standing.forEach(threshold -> first.put(threshold, since.getOrDefault(threshold, now)));
        since = first;
        standing.forEach(threshold -> lastSeen.put(threshold.signal().condition(), now));
        Set<PressureCondition> told = conditions;
        conditions = reported(now);
        firstSeen.keySet().retainAll(conditions);
        conditions.stream().filter(each -> !told.contains(each)).forEach(each -> firstSeen.put(each, now));
        lasting = ShortageRule.lasting(since, now);
        List<Threshold> updated = ShortageRule.seenAnew(lasting, notes.seen, before);
        before = notes.seen;
        notes.met = ShortageRule.shortages(met, notes.seen);
        notes.metOrUnresolved = ShortageRule.shortages(standing, notes.seen);
        notes.lasting = ShortageRule.shortages(lasting, notes.seen);
        notes.updated = updated.stream()
                .sorted(Comparator.comparing(threshold -> !threshold.signal().memory()))
                .toList();
    }

    private Set<PressureCondition> reported(Instant now) {
        var reported = new TreeSet<PressureCondition>();
        lastSeen.forEach((condition, at) -> {
            if (Duration.between(at, now).compareTo(settings.transitionPeriod()) < 0) {
                reported.add(condition);
            }
        });
        return Frozen.set(reported);
    }

    private boolean overLimits(PassNotes notes) {
        boolean imagesApart = layout.orElseThrow().imagesApart();
        for (Pod pod : notes.pods) {
            Optional<PodStats> stats = stats(pod, notes);
            List<StorageLimitRule.Excess> exceeded = stats.map(
                            known -> StorageLimitRule.exceeded(pod, known, imagesApart))
                    .orElse(List.of());
            if (PodRule.critical(pod)) {
                exceeded.forEach(_ -> notes.criticalSkipped.add(pod));
            } else if (!exceeded.isEmpty()) {
                StorageLimitRule.Excess first = exceeded.getFirst();
                notes.evictions.add(new Eviction(
                        pod, GraceRule.HARD_SECONDS, first.message(), Optional.empty(), false, first.label()));
            }
        }
        return !notes.evictions.isEmpty();
    }

    private static Optional<PodStats> stats(Pod pod, PassNotes notes) {
        return notes.summary.flatMap(summary -> summary.pod(pod.meta().uid()));
    }

    /// Sends away the first pod in order that is not critical.
    private void evict(PassNotes notes, Instant now) {
        if (!able || notes.pods.isEmpty()) {
            return;
        }
        Threshold chosen = notes.chosen.orElseThrow();
        notes.ranking =
                PodRankingRule.ranked(chosen.signal(), layout.orElseThrow(), notes.pods, notes.summary.orElseThrow());
        for (Threshold each : notes.updated) {
            notes.seen
                    .of(each.signal())
                    .flatMap(seen -> seen.time())
                    .ifPresent(time -> notes.statsAge.put(each.signal(), Duration.between(time, now)));
        }
        for (Pod pod : notes.ranking) {
            if (PodRule.critical(pod)) {
                notes.criticalSkipped.add(pod);
                continue;
            }
            notes.evictions.add(order(pod, chosen, notes));
            return;
        }
    }

    private Eviction order(Pod pod, Threshold chosen, PassNotes notes) {
        EvictionMessageRule.Words words = EvictionMessageRule.words(
                chosen.signal().resource(), pod, stats(pod, notes), new ArrayList<>(notes.updated), notes.seen);
        return new Eviction(
                pod,
                GraceRule.override(chosen, settings.maxPodGraceSeconds(), pod),
                words.message(),
                Optional.of(words.annotations()),
                true,
                chosen.signal().word());
    }
}
