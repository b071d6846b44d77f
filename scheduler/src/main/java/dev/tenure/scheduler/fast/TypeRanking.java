package dev.tenure.scheduler.fast;

import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.view.NodeState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/// The ranking of a class of pods to which nodes of one type are alike, requests apart: the types are
/// ranked, and the best nodes of each lie at hand in the ranking that all classes of the same requests
/// share. Confined to the loop.
final class TypeRanking implements Ranking {
    private static final long EMPTY = Long.MIN_VALUE;
    private static final int UNKNOWN = 0;
    private static final int ADMITTED = 1;
    private static final int REFUSED = 2;

    private final Cycle cycle;
    private final ClassPlugins plugins;
    private final ShapeRanking shape;
    private final int[] relativeWeights;
    private final int[] staticWeights;
    private long seenRebuilds = -1;
    private int[] verdicts = new int[0];
    private long[] sums = new long[0];
    private long[][] raw = new long[0][];
    private long[] totals = new long[0];

    TypeRanking(Cycle cycle, ClassPlugins plugins, ShapeRanking shape) {
        this.cycle = cycle;
        this.plugins = plugins;
        this.shape = shape;
        relativeWeights = ClassScores.weights(cycle.profile(), plugins.relativeScores());
        staticWeights = ClassScores.weights(cycle.profile(), plugins.staticScores());
    }

    @Override
    public int choose(RandomGenerator random) {
        long highest = rank();
        if (highest == EMPTY) {
            return NOWHERE;
        }
        List<NodeGroup> groups = shape.groups();
        int all = 0;
        for (int t = 0; t < groups.size(); t++) {
            all += totals[t] == highest ? groups.get(t).best().size() : 0;
        }
        int index = all == 1 ? 0 : random.nextInt(all);
        for (int t = 0; t < groups.size(); t++) {
            if (totals[t] == highest) {
                NodeBag bag = groups.get(t).best();
                if (index < bag.size()) {
                    return bag.get(index);
                }
                index -= bag.size();
            }
        }
        throw new IllegalStateException("the index lies within the sum of the sizes");
    }

    @Override
    public List<Integer> best() {
        long highest = rank();
        var best = new ArrayList<Integer>();
        for (int t = 0; t < shape.groups().size() && highest != EMPTY; t++) {
            if (totals[t] == highest) {
                NodeBag bag = shape.groups().get(t).best();
                for (int i = 0; i < bag.size(); i++) {
                    best.add(bag.get(i));
                }
            }
        }
        return best;
    }

    /// Works out the highest total of each type, and returns the highest of all.
    private long rank() {
        shape.catchUp(cycle);
        List<NodeGroup> groups = shape.groups();
        int n = groups.size();
        if (seenRebuilds != shape.rebuilds() || verdicts.length < n) {
            forget(n);
        }
        boolean any = false;
        for (int t = 0; t < n; t++) {
            NodeGroup group = groups.get(t);
            totals[t] = EMPTY;
            if (group.count() == 0) {
                continue;
            }
            if (verdicts[t] == UNKNOWN) {
                lookAt(t, cycle.cluster().nodes().get(group.best().get(0)));
            }
            if (verdicts[t] == ADMITTED) {
                totals[t] = group.top() + sums[t];
                any = true;
            }
        }
        if (!any) {
            return EMPTY;
        }
        for (int i = 0; i < relativeWeights.length; i++) {
            weigh(i, n);
        }
        long highest = EMPTY;
        for (int t = 0; t < n; t++) {
            highest = Math.max(highest, totals[t]);
        }
        return highest;
    }

    private void forget(int n) {
        seenRebuilds = shape.rebuilds();
        verdicts = new int[n];
        sums = new long[n];
        raw = new long[n][];
        totals = new long[n];
    }

    private void lookAt(int type, NodeState node) {
        for (FilterPlugin filter : plugins.staticFilters()) {
            if (!filter.admits(cycle, node)) {
                verdicts[type] = REFUSED;
                return;
            }
        }
        verdicts[type] = ADMITTED;
        long sum = 0;
        for (int i = 0; i < staticWeights.length; i++) {
            sum += staticWeights[i] * plugins.staticScores().get(i).score(cycle, node);
        }
        sums[type] = sum;
        raw[type] = new long[relativeWeights.length];
        for (int i = 0; i < relativeWeights.length; i++) {
            raw[type][i] = plugins.relativeScores().get(i).score(cycle, node);
        }
    }

    private void weigh(int plugin, int n) {
        long[] normalized = new long[n];
        int used = 0;
        for (int t = 0; t < n; t++) {
            if (totals[t] != EMPTY) {
                normalized[used++] = raw[t][plugin];
            }
        }
        ScorePlugin score = plugins.relativeScores().get(plugin);
        long[] exact = used == n ? normalized : Arrays.copyOf(normalized, used);
        score.normalize(cycle, List.of(), exact);
        used = 0;
        for (int t = 0; t < n; t++) {
            if (totals[t] != EMPTY) {
                totals[t] += relativeWeights[plugin] * exact[used++];
            }
        }
    }
}
