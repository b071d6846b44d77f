package dev.tenure.scheduler.framework;

import dev.tenure.client.ClusterClient;
import dev.tenure.model.meta.Frozen;
import dev.tenure.scheduler.framework.PostFilterPlugin.Remedy;
import dev.tenure.scheduler.framework.PreFilterPlugin.PreFilterResult;
import dev.tenure.scheduler.view.ClusterView;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The plugins that decide for the pods of one scheduler name, in order, and the weights of their scores.
public final class Profile {
    /// What all pre-filters together say.
    ///
    /// @param nodes the only nodes worth looking at; absent: all
    /// @param narrowedBy the plugins that named them
    public record PreFiltered(Verdict verdict, Optional<Set<String>> nodes, Set<String> narrowedBy) {}

    private final String schedulerName;
    private final List<Plugin> plugins;
    private final Map<String, Integer> weights;
    private final int percentageOfNodesToScore;
    private final List<PreEnqueuePlugin> preEnqueue;
    private final List<PreFilterPlugin> preFilters;
    private final List<FilterPlugin> filters;
    private final List<PostFilterPlugin> postFilters;
    private final List<PreScorePlugin> preScores;
    private final List<ScorePlugin> scores;
    private final List<ReservePlugin> reserves;
    private final List<PermitPlugin> permits;
    private final List<PreBindPlugin> preBinds;
    private final List<Plugin> untilBinding;

    /// @param weights of score plugins by name; a plugin without one counts once, one with 0 not at all
    /// @param percentageOfNodesToScore 0 leaves it to the size of the cluster
    public Profile(
            String schedulerName, List<Plugin> plugins, Map<String, Integer> weights, int percentageOfNodesToScore) {
        this.schedulerName = schedulerName;
        this.plugins = List.copyOf(plugins);
        this.weights = Frozen.map(weights);
        this.percentageOfNodesToScore = percentageOfNodesToScore;
        preEnqueue = of(PreEnqueuePlugin.class);
        preFilters = of(PreFilterPlugin.class);
        filters = of(FilterPlugin.class);
        postFilters = of(PostFilterPlugin.class);
        preScores = of(PreScorePlugin.class);
        scores = of(ScorePlugin.class).stream()
                .filter(plugin -> weight(plugin) > 0)
                .toList();
        reserves = of(ReservePlugin.class);
        permits = of(PermitPlugin.class);
        preBinds = of(PreBindPlugin.class);
        untilBinding = plugins.stream()
                .filter(plugin -> plugin instanceof ReservePlugin
                        || plugin instanceof PermitPlugin
                        || plugin instanceof PreBindPlugin)
                .toList();
    }

    private <T> List<T> of(Class<T> point) {
        return plugins.stream().filter(point::isInstance).map(point::cast).toList();
    }

    public String schedulerName() {
        return schedulerName;
    }

    public List<Plugin> plugins() {
        return plugins;
    }

    public int percentageOfNodesToScore() {
        return percentageOfNodesToScore;
    }

    public List<FilterPlugin> filters() {
        return filters;
    }

    public List<ScorePlugin> scores() {
        return scores;
    }

    public List<ReservePlugin> reserves() {
        return reserves;
    }

    public List<PermitPlugin> permits() {
        return permits;
    }

    public List<PreBindPlugin> preBinds() {
        return preBinds;
    }

    /// Whether nothing has to be asked between the choice of a node for a pod and the binding.
    public boolean bindsAtOnce(PodInfo pod, ClusterView cluster) {
        for (Plugin plugin : untilBinding) {
            if (plugin.concerns(pod, cluster)) {
                return false;
            }
        }
        return true;
    }

    public int weight(ScorePlugin plugin) {
        return weights.getOrDefault(plugin.name(), 1);
    }

    /// Whether the pod may be tried: the first refusal, or Pass.
    public Verdict preEnqueue(PodInfo pod, ClusterView cluster) {
        for (PreEnqueuePlugin plugin : preEnqueue) {
            Verdict verdict = plugin.preEnqueue(pod, cluster);
            if (!verdict.passes()) {
                return verdict;
            }
        }
        return Verdict.Pass.PASS;
    }

    /// Runs the pre-filters in order. A refusal that nothing can resolve ends the run; one that removing
    /// pods might resolve lets the others prepare their state for the search of victims.
    public PreFiltered preFilter(Cycle cycle) {
        Verdict.@Nullable Rejected refusal = null;
        @Nullable Set<String> nodes = null;
        var narrowedBy = new TreeSet<String>();
        for (PreFilterPlugin plugin : preFilters) {
            PreFilterResult result = plugin.preFilter(cycle);
            switch (result.verdict()) {
                case Verdict.Skip _ -> cycle.skipFilter(plugin.name());
                case Verdict.Failed(var _, var message) -> {
                    return stopped(new Verdict.Failed(
                            plugin.name(), "running PreFilter plugin \"" + plugin.name() + "\": " + message));
                }
                case Verdict.Rejected rejected -> {
                    if (!rejected.resolvable()) {
                        return stopped(rejected);
                    }
                    refusal = rejected;
                }
                case Verdict.Pass _ -> {
                    if (result.nodes().isPresent()) {
                        narrowedBy.add(plugin.name());
                        nodes = intersection(nodes, result.nodes().get());
                        if (nodes.isEmpty()) {
                            return new PreFiltered(contradiction(narrowedBy), Optional.of(nodes), narrowedBy);
                        }
                    }
                }
            }
        }
        return new PreFiltered(refusal == null ? Verdict.Pass.PASS : refusal, Optional.ofNullable(nodes), narrowedBy);
    }

    private static PreFiltered stopped(Verdict verdict) {
        return new PreFiltered(verdict, Optional.empty(), Set.of());
    }

    private static Set<String> intersection(@Nullable Set<String> nodes, Set<String> others) {
        if (nodes == null) {
            return others;
        }
        var both = new HashSet<>(nodes);
        both.retainAll(others);
        return both;
    }

    private static Verdict contradiction(Set<String> plugins) {
        return plugins.size() == 1
                ? Verdict.Rejected.unresolvable(
                        "",
                        "node(s) didn't satisfy plugin " + plugins.iterator().next())
                : Verdict.Rejected.unresolvable(
                        "", "node(s) didn't satisfy plugin(s) " + namesIn(plugins) + " simultaneously");
    }

    /// Names in the form in which messages list them.
    public static String namesIn(Set<String> plugins) {
        return "[" + String.join(" ", new TreeSet<>(plugins)) + "]";
    }

    /// Whether the pod can go to the node: the first refusal, or Pass. Pods that are nominated to the node
    /// and at least as important are taken as being there, and then, since they may never come, as not
    /// being there.
    public Verdict filterWithNominated(Cycle cycle, NodeState node) {
        List<PodInfo> expected = expectedBefore(cycle, node);
        if (expected.isEmpty()) {
            return filter(cycle, node);
        }
        Cycle imagined = cycle.copy();
        NodeState fuller = node.copy();
        for (PodInfo pod : expected) {
            fuller.add(pod);
            podAdded(imagined, pod, fuller);
        }
        Verdict verdict = filter(imagined, fuller);
        return verdict.passes() ? filter(cycle, node) : verdict;
    }

    private static List<PodInfo> expectedBefore(Cycle cycle, NodeState node) {
        List<PodInfo> nominated = cycle.cluster().nominatedTo(node.name());
        if (nominated.isEmpty()) {
            return List.of();
        }
        PodInfo incoming = cycle.pod();
        var before = new ArrayList<PodInfo>();
        for (PodInfo pod : nominated) {
            if (pod.priority() >= incoming.priority() && !pod.uid().equals(incoming.uid())) {
                before.add(pod);
            }
        }
        return before;
    }

    /// The first refusal among the filters, or Pass.
    public Verdict filter(Cycle cycle, NodeState node) {
        for (FilterPlugin plugin : cycle.filters()) {
            Verdict verdict = plugin.filter(cycle, node);
            if (!verdict.passes()) {
                return verdict instanceof Verdict.Failed(var _, var message)
                        ? new Verdict.Failed(
                                plugin.name(), "running \"" + plugin.name() + "\" filter plugin: " + message)
                        : verdict;
            }
        }
        return Verdict.Pass.PASS;
    }

    public void podAdded(Cycle cycle, PodInfo pod, NodeState node) {
        for (PreFilterPlugin plugin : preFilters) {
            if (!cycle.filterSkipped(plugin.name())) {
                plugin.podAdded(cycle, pod, node);
            }
        }
    }

    public void podRemoved(Cycle cycle, PodInfo pod, NodeState node) {
        for (PreFilterPlugin plugin : preFilters) {
            if (!cycle.filterSkipped(plugin.name())) {
                plugin.podRemoved(cycle, pod, node);
            }
        }
    }

    /// What all post-filters together have found.
    ///
    /// @param remedy never a relief
    /// @param relief calls that may help
    public record PostFiltered(Remedy remedy, List<Function<ClusterClient, Verdict>> relief) {
        public PostFiltered {
            relief = List.copyOf(relief);
        }
    }

    /// Asks the post-filters in order until one finds a remedy or breaks; the reasons of the others add
    /// up.
    public PostFiltered postFilter(Cycle cycle, Diagnosis diagnosis) {
        var reasons = new ArrayList<String>();
        var relief = new ArrayList<Function<ClusterClient, Verdict>>();
        boolean clear = false;
        for (PostFilterPlugin plugin : postFilters) {
            switch (plugin.postFilter(cycle, diagnosis)) {
                case Remedy.Nominated nominated -> {
                    return new PostFiltered(nominated, relief);
                }
                case Remedy.Broken broken -> {
                    return new PostFiltered(broken, relief);
                }
                case Remedy.Relief(var reason, var calls) -> {
                    reasons.add(reason);
                    relief.add(calls);
                }
                case Remedy.None(var why, var clearNomination) -> {
                    reasons.addAll(why);
                    clear |= clearNomination;
                }
            }
        }
        return new PostFiltered(new Remedy.None(reasons, clear), relief);
    }

    /// Runs the pre-scores: Pass, or the first failure.
    public Verdict preScore(Cycle cycle, List<NodeState> feasible) {
        for (PreScorePlugin plugin : preScores) {
            switch (plugin.preScore(cycle, feasible)) {
                case Verdict.Skip _ -> cycle.skipScore(plugin.name());
                case Verdict.Failed(var _, var message) -> {
                    return new Verdict.Failed(
                            plugin.name(), "running PreScore plugin \"" + plugin.name() + "\": " + message);
                }
                case Verdict.Rejected rejected -> {
                    return new Verdict.Failed(
                            plugin.name(), "running PreScore plugin \"" + plugin.name() + "\": " + rejected.message());
                }
                case Verdict.Pass _ -> {
                    // its scores count
                }
            }
        }
        return Verdict.Pass.PASS;
    }

    /// Scores the feasible nodes.
    public Scores score(Cycle cycle, List<NodeState> feasible) {
        var parts = new ArrayList<Scores.Part>();
        long[] totals = new long[feasible.size()];
        for (ScorePlugin plugin : scores) {
            if (cycle.scoreSkipped(plugin.name())) {
                continue;
            }
            long[] raw = new long[feasible.size()];
            for (int i = 0; i < raw.length; i++) {
                raw[i] = plugin.score(cycle, feasible.get(i));
            }
            long[] normalized = raw.clone();
            plugin.normalize(cycle, feasible, normalized);
            int weight = weight(plugin);
            for (int i = 0; i < raw.length; i++) {
                totals[i] += (long) weight * normalized[i];
            }
            parts.add(new Scores.Part(plugin.name(), weight, raw, normalized));
        }
        return new Scores(feasible, totals, parts);
    }
}
