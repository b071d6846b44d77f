package dev.tenure.node;

import dev.tenure.kubelet.eviction.Eviction;
import dev.tenure.kubelet.eviction.GraceRule;
import dev.tenure.kubelet.eviction.LayoutAnswer;
import dev.tenure.kubelet.eviction.NodePressurePorts;
import dev.tenure.kubelet.eviction.reclaim.Reclaim;
import dev.tenure.kubelet.eviction.threshold.FilesystemLayout;
import dev.tenure.kubelet.eviction.threshold.PressureCondition;
import dev.tenure.kubelet.pod.PodLife;
import dev.tenure.kubelet.stats.Summary;
import dev.tenure.kubelet.status.PodStatusReport.Ended;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.Frozen;
import dev.tenure.node.stats.SummaryReader;
import dev.tenure.runtime.loop.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/// What a real node offers to the loop that looks after its pressure. Confined to its loop.
///
/// A measurement that does not come back (a file system that hangs) is given up after a while, so that the
/// node is looked at again; it is not begun anew while the old one hangs.
final class NodePressure implements NodePressurePorts {
    private static final System.Logger LOG = System.getLogger(NodePressure.class.getPackageName());
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /// Who hears of what was found.
    interface Heard {
        /// The conditions changed.
        void changed();

        void measured(Summary summary);
    }

    private final AgentPart loop;
    private final NodePods pods;
    private final SummaryReader reader;
    private final Housekeeping housekeeping;
    private final Heard heard;
    private final Map<String, Runnable> stopping = new HashMap<>();
    private Set<PressureCondition> conditions = Set.of();
    private Optional<Summary> measured = Optional.empty();
    private boolean measuring;
    private long asked;

    NodePressure(AgentPart loop, NodePods pods, SummaryReader reader, Housekeeping housekeeping, Heard heard) {
        this.loop = loop;
        this.pods = pods;
        this.reader = reader;
        this.housekeeping = housekeeping;
        this.heard = heard;
    }

    Set<PressureCondition> conditions() {
        return conditions;
    }

    /// What was found when the node was last looked at.
    Optional<Summary> measured() {
        return measured;
    }

    @Override
    public void layout(Consumer<LayoutAnswer> answer) {
        loop.work("layout", reader::imagesApart, outcome -> {
            switch (outcome) {
                case Outcome.Done<Boolean>(Boolean apart) ->
                    answer.accept(new LayoutAnswer.Found(apart ? FilesystemLayout.DEDICATED : FilesystemLayout.SINGLE));
                case Outcome.Failed<Boolean>(Exception cause) ->
                    answer.accept(new LayoutAnswer.Unknown(String.valueOf(cause.getMessage())));
            }
        });
    }

    @Override
    public void summary(Consumer<Optional<Summary>> answer) {
        if (measuring) {
            answer.accept(Optional.empty());
            return;
        }
        long number = ++asked;
        List<Pod> active = activePods();
        Instant now = loop.time().steady();
        String alarm = "measure";
        loop.alarm(alarm, loop.time().now().plus(PATIENCE), () -> {
            LOG.log(System.Logger.Level.WARNING, "the machine''s numbers do not come within {0}", PATIENCE);
            asked++;
            answer.accept(Optional.empty());
        });
        loop.work("measure", () -> reader.read(active, now), outcome -> {
            measuring = false;
            if (number != asked) {
                return;
            }
            loop.cancel(alarm);
            switch (outcome) {
                case Outcome.Done<Summary>(Summary summary) -> {
                    measured = Optional.of(summary);
                    heard.measured(summary);
                    answer.accept(Optional.of(summary));
                }
                case Outcome.Failed<Summary>(Exception cause) -> {
                    LOG.log(System.Logger.Level.WARNING, "cannot measure: {0}", cause.getMessage());
                    answer.accept(Optional.empty());
                }
            }
        });
        measuring = true;
    }

    @Override
    public void cleanUp(Reclaim step, Runnable done) {
        housekeeping.carryOut(step, () -> loop.run(done));
    }

    @Override
    public List<Pod> activePods() {
        return pods.entries().stream()
                .filter(PodEntry::active)
                .map(PodEntry::pod)
                .toList();
    }

    @Override
    public void evict(Eviction eviction, Runnable stopped) {
        String uid = eviction.pod().meta().uid();
        stopping.put(uid, stopped);
        var why = new Ended(
                Eviction.REASON, eviction.message(), eviction.disruptionTarget() ? Eviction.CONDITION_REASON : "");
        long grace = GraceRule.effectiveSeconds(eviction.graceSeconds());
        if (!pods.end(uid, why, OptionalLong.of(grace))) {
            podStopped(uid);
        }
    }

    /// Nothing of a pod runs any more.
    void podStopped(String podUid) {
        Runnable waits = stopping.remove(podUid);
        if (waits != null) {
            loop.run(waits);
        }
    }

    @Override
    public boolean gone(Pod pod) {
        return pods.entry(pod.meta().uid())
                .map(entry -> entry.life == PodLife.STOPPED)
                .orElse(true);
    }

    @Override
    public void report(Set<PressureCondition> reported) {
        boolean changed = !reported.equals(conditions);
        conditions = Frozen.set(reported);
        if (changed) {
            heard.changed();
        }
    }
}
