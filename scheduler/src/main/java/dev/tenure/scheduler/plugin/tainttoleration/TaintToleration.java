package dev.tenure.scheduler.plugin.tainttoleration;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.rules.taint.TolerationRule;
import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.framework.Reach;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.List;
import java.util.Optional;

/// A node with a `NoSchedule` or `NoExecute` taint takes only pods that tolerate it; each untolerated
/// `PreferNoSchedule` taint makes a node less welcome.
///
/// For the soft taints only tolerations count whose effect is `PreferNoSchedule` or absent.
public final class TaintToleration implements FilterPlugin, ScorePlugin {
    public static final String NAME = "TaintToleration";

    private static final Verdict UNTOLERATED = Verdict.Rejected.unresolvable(NAME, "node(s) had untolerated taint(s)");

    private final boolean comparisonOperators;

    /// @param comparisonOperators whether the operators `Lt` and `Gt` are known (gate
    ///     TaintTolerationComparisonOperators)
    public TaintToleration(boolean comparisonOperators) {
        this.comparisonOperators = comparisonOperators;
    }

    /// The plugin of a profile; one of its own, as by default, where the profile has none.
    public static TaintToleration of(Profile profile) {
        return profile.plugins().stream()
                .filter(TaintToleration.class::isInstance)
                .map(TaintToleration.class::cast)
                .findFirst()
                .orElseGet(() -> new TaintToleration(false));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        return admits(cycle.pod(), node.node()) ? Verdict.Pass.PASS : UNTOLERATED;
    }

    private boolean admits(PodInfo pod, Node node) {
        return untolerated(pod.pod(), node).isEmpty();
    }

    /// The first taint that keeps the pod off the node.
    public Optional<Taint> untolerated(Pod pod, Node node) {
        return TolerationRule.firstUntolerated(
                node.spec().taints(), pod.spec().tolerations(), TolerationRule.KEEPS_OFF, comparisonOperators);
    }

    @Override
    public Reach filterReach() {
        return Reach.NODE_TYPE;
    }

    @Override
    public long score(Cycle cycle, NodeState node) {
        long untolerated = 0;
        for (Taint taint : node.node().spec().taints()) {
            if (taint.effect() == TaintEffect.PREFER_NO_SCHEDULE && !prefers(cycle.pod(), taint)) {
                untolerated++;
            }
        }
        return untolerated;
    }

    private boolean prefers(PodInfo pod, Taint taint) {
        for (Toleration toleration : pod.pod().spec().tolerations()) {
            boolean soft = toleration.effect().isEmpty() || toleration.effect().get() == TaintEffect.PREFER_NO_SCHEDULE;
            if (soft && TolerationRule.tolerates(toleration, taint, comparisonOperators)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void normalize(Cycle cycle, List<NodeState> nodes, long[] scores) {
        ScorePlugin.scaleToMax(scores, true);
    }

    @Override
    public boolean normalizes() {
        return true;
    }

    @Override
    public Reach scoreReach() {
        return Reach.NODE_TYPE;
    }

    @Override
    public List<Interest> interests() {
        return List.of(
                Interest.in(this::nowAdmits, EventKind.NODE_ADDED, EventKind.NODE_TAINTS_CHANGED),
                Interest.in(TaintToleration::isOwn, EventKind.WAITING_POD_TOLERATIONS_CHANGED));
    }

    private boolean nowAdmits(PodInfo waiting, ClusterEvent event) {
        if (!(event instanceof ClusterEvent.OfNode change) || change.after().isEmpty()) {
            return true;
        }
        boolean admitted =
                change.before().isPresent() && admits(waiting, change.before().get());
        return !admitted && admits(waiting, change.after().get());
    }

    private static boolean isOwn(PodInfo waiting, ClusterEvent event) {
        return event instanceof ClusterEvent.OfPod change
                && change.subject().uid().equals(waiting.uid());
    }
}
