package dev.tenure.scheduler.fast;

import dev.tenure.scheduler.framework.CountingScorePlugin;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.PreFilterPlugin;
import dev.tenure.scheduler.framework.PreScorePlugin;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.framework.Reach;
import dev.tenure.scheduler.framework.RunningScore;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.framework.Verdict;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.PodInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The plugins that have a say about a class of pods, by what their answers depend on.
///
/// @param staticFilters look only at the node object
/// @param nodeFilters look at the pods of the node as well
/// @param relativeScores look only at the node object, and are weighed against those of other nodes
/// @param staticScores look only at the node object
/// @param nodeScores look at the pods of the node as well
/// @param running the one score that counts pods all over the cluster, if one does
/// @param resources the filters and scores that look at nothing but requests
record ClassPlugins(
        List<FilterPlugin> staticFilters,
        List<FilterPlugin> nodeFilters,
        List<ScorePlugin> relativeScores,
        List<ScorePlugin> staticScores,
        List<ScorePlugin> nodeScores,
        Optional<Counted> running,
        Resources resources) {
    record Counted(RunningScore score, int weight) {}

    record Resources(List<FilterPlugin> filters, List<ScorePlugin> scores) {}

    /// The plugins for pods like this one as the cluster stands; absent when one of them must be asked the
    /// plain way.
    static Optional<ClassPlugins> of(PodInfo pod, ClusterView cluster, Profile profile) {
        var filters = new Filters();
        for (FilterPlugin plugin : profile.filters()) {
            boolean counts = plugin instanceof CountingScorePlugin;
            if (!counts && plugin.concerns(pod, cluster) && !filters.take(plugin)) {
                return Optional.empty();
            }
        }
        var scores = new Scores();
        for (ScorePlugin plugin : profile.scores()) {
            if (plugin.concerns(pod, cluster) && !scores.take(plugin, pod, cluster, profile.weight(plugin))) {
                return Optional.empty();
            }
        }
        return Optional.of(new ClassPlugins(
                filters.ofObject,
                filters.ofNode,
                scores.relative,
                scores.ofObject,
                scores.ofNode,
                Optional.ofNullable(scores.running),
                new Resources(filters.ofResources, scores.ofResources)));
    }

    /// Lets the plugins work out what they keep for a cycle. False when one of them has something to say
    /// that only the plain way can tell.
    boolean prepare(Cycle cycle) {
        for (List<FilterPlugin> some : List.of(staticFilters, nodeFilters, resources.filters())) {
            for (FilterPlugin plugin : some) {
                if (plugin instanceof PreFilterPlugin before
                        && before.preFilter(cycle).verdict() instanceof Verdict.Rejected) {
                    return false;
                }
            }
        }
        for (List<ScorePlugin> some : List.of(relativeScores, staticScores, nodeScores, resources.scores())) {
            for (ScorePlugin plugin : some) {
                if (plugin instanceof PreScorePlugin before
                        && before.preScore(cycle, List.of()) instanceof Verdict.Failed) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isStatic(Reach reach) {
        return reach == Reach.NODE_TYPE || reach == Reach.NODE_OBJECT;
    }

    /// Whether nodes of one type are all alike to pods like this one, requests apart.
    boolean byType(PodInfo pod) {
        return running.isEmpty()
                && nodeFilters.isEmpty()
                && nodeScores.isEmpty()
                && !pod.shape().namesNodes()
                && staticFilters.stream().allMatch(plugin -> plugin.filterReach() == Reach.NODE_TYPE)
                && relativeScores.stream().allMatch(plugin -> plugin.scoreReach() == Reach.NODE_TYPE)
                && staticScores.stream().allMatch(plugin -> plugin.scoreReach() == Reach.NODE_TYPE);
    }

    private static final class Filters {
        private final List<FilterPlugin> ofObject = new ArrayList<>();
        private final List<FilterPlugin> ofNode = new ArrayList<>();
        private final List<FilterPlugin> ofResources = new ArrayList<>();

        boolean take(FilterPlugin plugin) {
            return switch (plugin.filterReach()) {
                case NODE_TYPE, NODE_OBJECT -> ofObject.add(plugin);
                case RESOURCES -> ofResources.add(plugin);
                case NODE -> ofNode.add(plugin);
                case CLUSTER -> false;
            };
        }
    }

    private static final class Scores {
        private final List<ScorePlugin> relative = new ArrayList<>();
        private final List<ScorePlugin> ofObject = new ArrayList<>();
        private final List<ScorePlugin> ofNode = new ArrayList<>();
        private final List<ScorePlugin> ofResources = new ArrayList<>();
        private @Nullable Counted running;

        boolean take(ScorePlugin plugin, PodInfo pod, ClusterView cluster, int weight) {
            if (plugin instanceof CountingScorePlugin counting && running == null) {
                Optional<RunningScore> score = counting.running(pod, cluster);
                score.ifPresent(one -> running = new Counted(one, weight));
                return score.isPresent();
            }
            if (plugin.normalizes()) {
                return isStatic(plugin.scoreReach()) && relative.add(plugin);
            }
            return switch (plugin.scoreReach()) {
                case NODE_TYPE, NODE_OBJECT -> ofObject.add(plugin);
                case RESOURCES -> ofResources.add(plugin);
                case NODE -> ofNode.add(plugin);
                case CLUSTER -> false;
            };
        }
    }
}
