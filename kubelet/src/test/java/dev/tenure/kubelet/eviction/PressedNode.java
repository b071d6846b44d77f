package dev.tenure.kubelet.eviction;

import static dev.tenure.kubelet.eviction.EvictionSamples.START;
import static dev.tenure.kubelet.eviction.EvictionSamples.asking;
import static dev.tenure.kubelet.eviction.EvictionSamples.container;
import static dev.tenure.kubelet.eviction.EvictionSamples.memory;
import static dev.tenure.kubelet.eviction.EvictionSamples.plenty;
import static dev.tenure.kubelet.eviction.EvictionSamples.pod;
import static dev.tenure.kubelet.eviction.EvictionSamples.pressure;
import static dev.tenure.kubelet.eviction.EvictionSamples.settings;
import static dev.tenure.kubelet.eviction.EvictionSamples.volume;
import static dev.tenure.kubelet.eviction.EvictionSamples.withDisk;
import static dev.tenure.kubelet.eviction.EvictionSamples.withMemory;

import dev.tenure.kubelet.eviction.reclaim.Reclaim;
import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.stats.NodeStats;
import dev.tenure.kubelet.stats.PodStats;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.model.core.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/// One node under watch, from pass to pass.
final class PressedNode {
    private final Map<String, PodStats> stats = new LinkedHashMap<>();
    private final List<Pod> pods = new ArrayList<>();
    private FilesystemLayout layout = FilesystemLayout.SINGLE;
    private PressureState state = new PressureState(pressure(settings("", "", "", "")));
    private Instant now = START;
    /// What cleaning up leaves; absent: nothing changes.
    private Optional<String> diskAfter = Optional.empty();

    void add(Pod pod, PodStats used) {
        pods.add(pod);
        stats.put(pod.meta().uid(), used);
    }

    void configure(String hard, String soft, String grace, String reclaim) {
        state = new PressureState(pressure(settings(hard, soft, grace, reclaim)));
    }

    PassRecord look(Duration later, BiFunction<NodeStats, Instant, NodeStats> change) {
        now = now.plus(later);
        return see(change.apply(plenty(now), now));
    }

    PassRecord see(NodeStats node) {
        var answer = new LayoutAnswer.Found(layout);
        return switch (state.begin(now, answer, Optional.of(new Summary(node, stats)), pods)) {
            case PressureState.Step.Done(PassRecord record) -> record;
            case PressureState.Step.CleanUp(PassRecord _, List<Reclaim> _) -> {
                NodeStats after =
                        diskAfter.map(left -> withDisk(node, left, now)).orElse(node);
                yield state.afterReclaim(now, Optional.of(new Summary(after, stats)));
            }
        };
    }

    PassRecord memoryAt(Duration later, String available) {
        return look(later, (node, at) -> withMemory(node, available, at));
    }

    static String text(PassRecord record) {
        String evicted = record.evictions().isEmpty()
                ? "nobody"
                : record.evictions().getFirst().pod().meta().name() + " "
                        + record.evictions().getFirst().graceSeconds();
        return evicted
                + record.conditions().stream()
                        .sorted()
                        .map(each -> " " + each.type())
                        .reduce("", String::concat);
    }

    void fivePods() {
        String guaranteed =
                "'priority': -1, 'terminationGracePeriodSeconds': 30, 'containers': [{'name': 'c', 'resources':"
                        + " {'requests': {'memory': '1Gi', 'cpu': '1'}, 'limits': {'memory': '1Gi', 'cpu': '1'}}}]";
        add(pod("guaranteed-low", guaranteed), memory("900Mi"));
        add(asking("burstable-below", 0, "memory", "100Mi"), memory("50Mi"));
        add(asking("burstable-above", 0, "memory", "100Mi"), memory("400Mi"));
        add(asking("be-high", 1, "memory", ""), memory("400Mi"));
        add(asking("be-low", -1, "memory", ""), memory("100Mi"));
    }

    boolean admits(String name) {
        Pod pod = name.equals("be") ? asking("new", 0, "memory", "") : asking("new", 0, "memory", "100Mi");
        return PressureAdmissionRule.decide(pod, state.conditions()) instanceof PressureAdmissionRule.Verdict.Admit;
    }

    void diskPods() {
        add(asking("low-900", -1, "ephemeral-storage", ""), container("c", "0", "900Mi", "0"));
        add(asking("logs", 0, "ephemeral-storage", "100Mi"), container("c", "0", "0", "50Mi"));
        add(asking("layer", 0, "ephemeral-storage", "100Mi"), container("c", "0", "400Mi", "0"));
        add(
                pod(
                        "high-volume",
                        "'priority': 1, 'containers': [{'name': 'c'}], 'volumes': [{'name': 'v', 'emptyDir': {}}]"),
                volume("v", "400Mi"));
        add(asking("low-100", -1, "ephemeral-storage", ""), container("c", "0", "100Mi", "0"));
    }

    PassRecord diskAt(Duration later, String available) {
        return look(later, (node, at) -> withDisk(node, available, at));
    }

    /// From now on its filesystems lie so.
    void layout(FilesystemLayout next) {
        layout = next;
    }

    /// What cleaning up leaves from now on.
    void cleaningUpLeaves(String available) {
        diskAfter = Optional.of(available);
    }

    void configure(PressureSettings settings) {
        state = new PressureState(settings);
    }

    PressureState state() {
        return state;
    }

    Instant now() {
        return now;
    }

    /// A pass in which nothing is known of the node.
    PressureState.Step blind() {
        return state.begin(now, new LayoutAnswer.Found(layout), Optional.empty(), pods);
    }
}
