package dev.tenure.scheduler.plugin.interpodaffinity;

import dev.tenure.scheduler.framework.ClusterEvent;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.EventKind;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Interest;
import dev.tenure.scheduler.framework.PreFilterPlugin;
import dev.tenure.scheduler.framework.PreScorePlugin;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.AffinityTerm;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.List;
import java.util.Map;

/// Pods that must or would like to be in one domain with certain others, or in none with them. The
/// anti-affinity of pods that run already binds the incoming one too.
public final class InterPodAffinity implements PreFilterPlugin, FilterPlugin, PreScorePlugin, ScorePlugin {
    public static final String NAME = "InterPodAffinity";

    public static final int DEFAULT_HARD_WEIGHT = 1;

    private static final Verdict AFFINITY =
            Verdict.Rejected.unresolvable(NAME, "node(s) didn't match pod affinity rules");
    private static final Verdict ANTI_AFFINITY =
            Verdict.Rejected.resolvable(NAME, "node(s) didn't match pod anti-affinity rules");
    private static final Verdict OTHERS_ANTI_AFFINITY =
            Verdict.Rejected.resolvable(NAME, "node(s) didn't satisfy existing pods anti-affinity rules");

    private final int hardWeight;
    private final boolean ignoreOthersPreferences;

    /// @param hardWeight what a running pod's required affinity counts towards an incoming pod that it
    ///     means
    /// @param ignoreOthersPreferences whether pods without preferred terms of their own are not scored
    public InterPodAffinity(int hardWeight, boolean ignoreOthersPreferences) {
        this.hardWeight = hardWeight;
        this.ignoreOthersPreferences = ignoreOthersPreferences;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean concerns(PodInfo pod, ClusterView cluster) {
        return pod.hasAffinity() || cluster.affinityMeans(pod);
    }

    @Override
    public PreFilterResult preFilter(Cycle cycle) {
        RequiredTerms terms = RequiredTerms.of(cycle);
        if (terms.isEmpty()) {
            return PreFilterResult.SKIP;
        }
        cycle.put(NAME, terms);
        return PreFilterResult.PASS;
    }

    @Override
    public void podAdded(Cycle cycle, PodInfo pod, NodeState node) {
        cycle.require(NAME, RequiredTerms.class).change(pod, node, 1);
    }

    @Override
    public void podRemoved(Cycle cycle, PodInfo pod, NodeState node) {
        cycle.require(NAME, RequiredTerms.class).change(pod, node, -1);
    }

    @Override
    public Verdict filter(Cycle cycle, NodeState node) {
        return switch (cycle.require(NAME, RequiredTerms.class).on(node)) {
            case FITS -> Verdict.Pass.PASS;
            case AFFINITY_UNMET -> AFFINITY;
            case ANTI_AFFINITY_BROKEN -> ANTI_AFFINITY;
            case ANTI_AFFINITY_OF_OTHERS_BROKEN -> OTHERS_ANTI_AFFINITY;
        };
    }

    @Override
    public Verdict preScore(Cycle cycle, List<NodeState> feasible) {
        PodInfo pod = cycle.pod();
        if (ignoreOthersPreferences
                && pod.preferredAffinity().isEmpty()
                && pod.preferredAntiAffinity().isEmpty()) {
            return Verdict.Skip.SKIP;
        }
        PreferredTerms terms = PreferredTerms.of(cycle, hardWeight);
        if (terms.isEmpty()) {
            return Verdict.Skip.SKIP;
        }
        cycle.put(PreferredTerms.KEY, terms);
        return Verdict.Pass.PASS;
    }

    @Override
    public long score(Cycle cycle, NodeState node) {
        return cycle.require(PreferredTerms.KEY, PreferredTerms.class).on(node);
    }

    @Override
    public void normalize(Cycle cycle, List<NodeState> nodes, long[] scores) {
        long lowest = Long.MAX_VALUE;
        long highest = Long.MIN_VALUE;
        for (long score : scores) {
            lowest = Math.min(lowest, score);
            highest = Math.max(highest, score);
        }
        long span = highest - lowest;
        for (int i = 0; i < scores.length; i++) {
            scores[i] = span <= 0 ? 0 : (long) (SCORE_MAX * ((double) (scores[i] - lowest) / span));
        }
    }

    @Override
    public boolean normalizes() {
        return true;
    }

    @Override
    public List<Interest> interests() {
        return List.of(
                Interest.in(
                        InterPodAffinity::podHelps,
                        EventKind.ASSIGNED_POD_ADDED,
                        EventKind.ASSIGNED_POD_LABELS_CHANGED,
                        EventKind.ASSIGNED_POD_DELETED,
                        EventKind.WAITING_POD_LABELS_CHANGED),
                Interest.in(InterPodAffinity::nodeHelps, EventKind.NODE_ADDED, EventKind.NODE_LABELS_CHANGED));
    }

    private static boolean podHelps(PodInfo waiting, ClusterEvent event) {
        if (!(event instanceof ClusterEvent.OfPod change)) {
            return true;
        }
        PodInfo pod = change.subject();
        if (change.before().isPresent()
                && change.after().isPresent()
                && pod.uid().equals(waiting.uid())) {
            return true;
        }
        if (!pod.heldNode()) {
            return false;
        }
        List<AffinityTerm> near = waiting.requiredAffinity();
        List<AffinityTerm> far = waiting.requiredAntiAffinity();
        if (change.before().isEmpty()) {
            return TermCounts.allMatch(near, pod);
        }
        PodInfo before = change.before().get();
        if (change.after().isEmpty()) {
            return TermCounts.allMatch(far, before) || TermCounts.allMatch(before.requiredAntiAffinity(), waiting);
        }
        return (!TermCounts.allMatch(near, before) && TermCounts.allMatch(near, pod))
                || (TermCounts.allMatch(far, before) && !TermCounts.allMatch(far, pod));
    }

    /// What a node's labels have to do with the pod's own terms decides. A pod without such terms is kept
    /// away by those of others, which nobody asks here, and hears of every new node and of every change of
    /// labels; upstream leaves it where it is for up to five minutes.
    private static boolean nodeHelps(PodInfo waiting, ClusterEvent event) {
        List<AffinityTerm> near = waiting.requiredAffinity();
        List<AffinityTerm> far = waiting.requiredAntiAffinity();
        if (!(event instanceof ClusterEvent.OfNode change)
                || change.after().isEmpty()
                || (near.isEmpty() && far.isEmpty())) {
            return true;
        }
        Map<String, String> now = change.after().get().meta().labels();
        if (change.before().isEmpty()) {
            return !far.isEmpty() || near.stream().anyMatch(term -> now.containsKey(term.topologyKey()));
        }
        Map<String, String> old = change.before().get().meta().labels();
        return near.stream().anyMatch(term -> movedTo(term.topologyKey(), old, now))
                || far.stream().anyMatch(term -> movedTo(term.topologyKey(), now, old));
    }

    /// Whether the node is in a domain of this key now, and was not before.
    private static boolean movedTo(String key, Map<String, String> before, Map<String, String> after) {
        String domain = after.get(key);
        return domain != null && !domain.equals(before.get(key));
    }
}
