package dev.tenure.scheduler.fast;

import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodClass;
import dev.tenure.scheduler.view.PodInfo;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Finds a node for a pod from what is known of its class, in near constant time, whenever only plugins
/// have a say whose answers can be followed change by change. Chooses among the same nodes as the plain
/// way over all nodes; where it cannot say, or finds no node, the plain way is to be asked. Confined to
/// the loop.
public final class ClassPlacer {
    private static final int CLASSES_MAX = 512;

    /// With more types than this, ranking them costs more than it saves.
    private static final int TYPES_MAX = 256;

    /// More labels and images than this are not looked at for ever: each costs a look at every node.
    private static final int TOLD_MAX = 2_000;

    /// With weights beyond this, totals are too many for nodes to lie by them.
    private static final long WEIGHTS_MAX = 200;

    /// A class with the conditions under which its plugins were told apart.
    ///
    /// @param version of the conditions when they were looked at last; while it stays, so do they
    private record Known(long version, SchedulerCache.Conditions conditions, Optional<Ranking> ranking) {}

    private record ShapeKey(String scheduler, int shape, int scores) {}

    private final SchedulerCache cache;
    private final RandomGenerator random;
    private final Map<PodClass, Known> classes = new LinkedHashMap<>(CLASSES_MAX, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<PodClass, Known> eldest) {
            return size() > CLASSES_MAX;
        }
    };
    private final Map<ShapeKey, ShapeScores> shapes = new HashMap<>();
    private final Map<ShapeScores, ShapeRanking> rankings = new HashMap<>();
    private NodeTypes types;

    /// @param random chooses among nodes of equal score
    public ClassPlacer(SchedulerCache cache, RandomGenerator random) {
        this.cache = cache;
        this.random = random;
        this.types = new NodeTypes(cache);
    }

    /// A node for the pod; absent when none is feasible or the plain way must be asked.
    public Optional<NodeState> choose(PodInfo pod, Profile profile) {
        Optional<Ranking> ranking = ranking(pod, profile);
        if (ranking.isEmpty()) {
            return Optional.empty();
        }
        int chosen = ranking.get().choose(random);
        return chosen < 0 ? Optional.empty() : Optional.of(cache.nodes().get(chosen));
    }

    /// All nodes among which chance decides, sorted by position; absent when the plain way must be asked.
    public Optional<List<NodeState>> best(PodInfo pod, Profile profile) {
        return ranking(pod, profile)
                .map(ranking -> ranking.best().stream()
                        .sorted()
                        .map(at -> cache.nodes().get(at))
                        .toList());
    }

    private Optional<Ranking> ranking(PodInfo pod, Profile profile) {
        if (cache.anyNominated()
                || !pod.pod().status().nominatedNodeName().isEmpty()
                || !pod.pod().spec().nodeName().isEmpty()
                || !pod.held().equals(pod.shape().requests())) {
            return Optional.empty();
        }
        long version = cache.conditionsVersion();
        Known known = classes.get(pod.shape());
        if (known == null || known.version() != version) {
            SchedulerCache.Conditions conditions = cache.conditionsOf(pod);
            Optional<Ranking> ranking =
                    known != null && known.conditions().equals(conditions) ? known.ranking() : make(pod, profile);
            known = new Known(version, conditions, ranking);
            classes.put(pod.shape(), known);
        }
        return known.ranking();
    }

    /// How many labels and images nodes are told apart by.
    int told() {
        return types.told();
    }

    /// Begins anew, for pods of long ago may have named most of what nodes are told apart by.
    private void forget() {
        types = new NodeTypes(cache);
        classes.clear();
        rankings.clear();
    }

    private Optional<Ranking> make(PodInfo pod, Profile profile) {
        if (types.told() > TOLD_MAX) {
            forget();
        }
        long weights = profile.scores().stream().mapToLong(profile::weight).sum();
        if (weights > WEIGHTS_MAX || !pod.pod().spec().schedulingGates().isEmpty()) {
            return Optional.empty();
        }
        var cycle = new Cycle(pod, cache, profile);
        return ClassPlugins.of(pod, cache, profile)
                .filter(plugins -> plugins.prepare(cycle))
                .map(plugins -> rank(cycle, plugins));
    }

    private Ranking rank(Cycle cycle, ClassPlugins plugins) {
        PodInfo pod = cycle.pod();
        ShapeScores shape = shape(pod, cycle.profile(), plugins);
        if (plugins.byType(pod)) {
            types.regard(pod.shape());
            if (types.count() <= TYPES_MAX) {
                int max = Arrays.stream(ClassScores.weights(
                                        cycle.profile(), plugins.resources().scores()))
                                .sum()
                        * (int) ScorePlugin.SCORE_MAX;
                ShapeRanking shared = rankings.computeIfAbsent(shape, one -> new ShapeRanking(cache, types, one, max));
                return new TypeRanking(cycle, plugins, shared);
            }
        }
        return new ClassScores(cycle, cache, plugins, shape);
    }

    private ShapeScores shape(PodInfo pod, Profile profile, ClassPlugins plugins) {
        ClassPlugins.Resources resources = plugins.resources();
        var key = new ShapeKey(
                profile.schedulerName(),
                pod.shape().resourceShape(),
                resources.scores().size());
        if (shapes.size() > CLASSES_MAX) {
            shapes.clear();
            rankings.clear();
        }
        return shapes.computeIfAbsent(
                key,
                one -> new ShapeScores(
                        resources.filters().toArray(FilterPlugin[]::new),
                        resources.scores().toArray(ScorePlugin[]::new),
                        ClassScores.weights(profile, resources.scores())));
    }
}
