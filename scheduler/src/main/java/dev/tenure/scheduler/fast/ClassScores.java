package dev.tenure.scheduler.fast;

import dev.tenure.scheduler.cache.NodeChanges;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.framework.FilterPlugin;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.framework.RunningScore;
import dev.tenure.scheduler.framework.ScorePlugin;
import dev.tenure.scheduler.view.NodeState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// All nodes as one class of pods ranks them. Confined to the loop.
///
/// Two kinds of scores are kept apart. A score that is weighed against those of other nodes (taints,
/// preferred affinity, spreading) changes for all when one node changes; nodes that have the same raw ones
/// form a group, and only the few groups are weighed anew for each placement. All other scores of a node
/// add up to one number that only the node's own changes alter; within a group, nodes lie in bags by that
/// number, so the best of a group is at hand. To follow a change, only the changed node is looked at
/// again.
final class ClassScores implements Ranking {
    private static final int GROUPS_FEW = 8;
    private static final int GROUPS_MANY = 64;
    private static final long EMPTY = Long.MIN_VALUE;

    private final Cycle cycle;
    private final SchedulerCache cache;
    private final ClassPlugins plugins;
    private final ShapeScores shape;
    private final int[] relativeWeights;
    private final int[] staticWeights;
    private final int[] nodeWeights;
    private final int scoreMax;
    private final Map<Long, NodeGroup> groups = new HashMap<>();
    private final List<NodeGroup> groupList = new ArrayList<>();
    private final Map<List<Long>, Integer> staticNumbers = new HashMap<>();
    private final List<long[]> staticRaw = new ArrayList<>();
    private @Nullable NodeGroup[] groupOf = new @Nullable NodeGroup[0];
    private int[] scoreOf = new int[0];
    private int[] slotOf = new int[0];
    private int[] staticOf = new int[0];
    private int[] staticSum = new int[0];
    private long[] versions = new long[0];
    private long position;
    private int[] keys = new int[16];
    private int[] feasible = new int[16];
    private long[] runningScores = new long[16];
    private long[] totals = new long[16];

    ClassScores(Cycle cycle, SchedulerCache cache, ClassPlugins plugins, ShapeScores shape) {
        this.cycle = cycle;
        this.cache = cache;
        this.plugins = plugins;
        this.shape = shape;
        Profile profile = cycle.profile();
        relativeWeights = weights(profile, plugins.relativeScores());
        staticWeights = weights(profile, plugins.staticScores());
        nodeWeights = weights(profile, plugins.nodeScores());
        int sum = Arrays.stream(staticWeights).sum()
                + Arrays.stream(nodeWeights).sum()
                + Arrays.stream(weights(profile, plugins.resources().scores())).sum();
        scoreMax = sum * (int) ScorePlugin.SCORE_MAX;
        rebuild();
    }

    static int[] weights(Profile profile, List<ScorePlugin> scores) {
        return scores.stream().mapToInt(profile::weight).toArray();
    }

    private void rebuild() {
        List<NodeState> nodes = cache.nodes();
        int n = nodes.size();
        groups.clear();
        groupList.clear();
        staticNumbers.clear();
        staticRaw.clear();
        groupOf = new @Nullable NodeGroup[n];
        scoreOf = new int[n];
        slotOf = new int[n];
        staticOf = new int[n];
        staticSum = new int[n];
        versions = new long[n];
        plugins.running().ifPresent(counted -> counted.score().rebuild(cache));
        shape.renew(cache.changes().rebuilds(), n);
        for (NodeState node : nodes) {
            lookAtObject(node);
            place(node);
        }
        position = cache.changes().end();
    }

    /// Follows the changes since the last time.
    private void catchUp() {
        NodeChanges log = cache.changes();
        cache.nodes();
        if (!log.reaches(position)) {
            rebuild();
            return;
        }
        for (; position < log.end(); position++) {
            NodeChanges.Entry entry = log.at(position);
            NodeState node = entry.node();
            boolean moved = false;
            if (entry.pod() == null) {
                if (!follows(node)) {
                    rebuild();
                    return;
                }
                lookAtObject(node);
                moved = true;
            } else if (plugins.running().isPresent()) {
                moved = plugins.running().get().score().podChanged(node, entry.pod(), entry.by());
            }
            if (moved || versions[node.position()] != node.version()) {
                place(node);
            }
        }
    }

    /// A taint may decide whether the pods of a node count at all.
    private boolean follows(NodeState changed) {
        return plugins.running().isEmpty() || plugins.running().get().score().nodeChanged(changed);
    }

    /// Works out what depends on the node object alone.
    private void lookAtObject(NodeState node) {
        int at = node.position();
        staticOf[at] = NOWHERE;
        for (FilterPlugin filter : plugins.staticFilters()) {
            if (!filter.admits(cycle, node)) {
                return;
            }
        }
        int sum = 0;
        for (int i = 0; i < staticWeights.length; i++) {
            sum += staticWeights[i] * (int) plugins.staticScores().get(i).score(cycle, node);
        }
        staticSum[at] = sum;
        var raw = new Long[relativeWeights.length];
        for (int i = 0; i < raw.length; i++) {
            raw[i] = plugins.relativeScores().get(i).score(cycle, node);
        }
        staticOf[at] = staticNumbers.computeIfAbsent(List.of(raw), key -> {
            staticRaw.add(key.stream().mapToLong(Long::longValue).toArray());
            return staticRaw.size() - 1;
        });
    }

    /// Puts a node where it now belongs.
    private void place(NodeState node) {
        int at = node.position();
        versions[at] = node.version();
        int score = score(node);
        NodeGroup now = score == NOWHERE ? null : group(staticOf[at], key(at));
        NodeGroup old = groupOf[at];
        if (old != null) {
            if (old == now && scoreOf[at] == score) {
                return;
            }
            old.remove(at, scoreOf[at], slotOf);
        }
        groupOf[at] = now;
        scoreOf[at] = score;
        if (now != null) {
            now.add(at, score, slotOf);
        }
    }

    private int key(int at) {
        return plugins.running().isEmpty() ? 0 : plugins.running().get().score().key(at);
    }

    private NodeGroup group(int staticId, int key) {
        int few = Math.min(groupList.size(), GROUPS_FEW);
        for (int g = 0; g < few; g++) {
            NodeGroup group = groupList.get(g);
            if (group.staticId() == staticId && group.key() == key) {
                return group;
            }
        }
        return groups.computeIfAbsent((long) staticId << Integer.SIZE | key, one -> {
            var made = new NodeGroup(staticId, key, scoreMax);
            groupList.add(made);
            return made;
        });
    }

    private int score(NodeState node) {
        int at = node.position();
        if (staticOf[at] == NOWHERE) {
            return NOWHERE;
        }
        int sum = shape.of(cycle, node);
        if (sum == ShapeScores.NO_ROOM) {
            return NOWHERE;
        }
        for (FilterPlugin filter : plugins.nodeFilters()) {
            if (!filter.admits(cycle, node)) {
                return NOWHERE;
            }
        }
        sum += staticSum[at];
        for (int i = 0; i < nodeWeights.length; i++) {
            sum += nodeWeights[i] * (int) plugins.nodeScores().get(i).score(cycle, node);
        }
        return sum;
    }

    @Override
    public List<Integer> best() {
        catchUp();
        long highest = highest(totals());
        var best = new ArrayList<Integer>();
        for (NodeGroup group : tied(highest)) {
            for (int i = 0; i < group.best().size(); i++) {
                best.add(group.best().get(i));
            }
        }
        return best;
    }

    @Override
    public int choose(RandomGenerator random) {
        catchUp();
        if (groupList.size() == 1) {
            NodeGroup only = groupList.getFirst();
            return only.count() == 0 ? NOWHERE : any(only.best(), random);
        }
        long highest = highest(totals());
        List<NodeGroup> tied = tied(highest);
        if (tied.size() < 2) {
            return tied.isEmpty() ? NOWHERE : any(tied.getFirst().best(), random);
        }
        int all = tied.stream().mapToInt(group -> group.best().size()).sum();
        int index = random.nextInt(all);
        for (NodeGroup group : tied) {
            if (index < group.best().size()) {
                return group.best().get(index);
            }
            index -= group.best().size();
        }
        throw new IllegalStateException("the index lies within the sum of the sizes");
    }

    private static int any(NodeBag bag, RandomGenerator random) {
        return bag.get(bag.size() == 1 ? 0 : random.nextInt(bag.size()));
    }

    /// The highest total of each group; [#EMPTY] for groups without nodes.
    private long[] totals() {
        if (groupList.size() > GROUPS_MANY) {
            dropEmptyGroups();
        }
        int n = groupList.size();
        if (totals.length < n) {
            totals = new long[2 * n];
            keys = new int[2 * n];
            feasible = new int[2 * n];
            runningScores = new long[2 * n];
        }
        for (int g = 0; g < n; g++) {
            NodeGroup group = groupList.get(g);
            totals[g] = group.count() == 0 ? EMPTY : group.top();
        }
        for (int i = 0; i < relativeWeights.length; i++) {
            addRelative(i);
        }
        if (plugins.running().isPresent()) {
            addRunning(plugins.running().get());
        }
        return totals;
    }

    private void dropEmptyGroups() {
        groupList.removeIf(group -> group.count() == 0);
        groups.values().removeIf(group -> group.count() == 0);
    }

    private void addRelative(int plugin) {
        int n = groupList.size();
        long[] raw = new long[n];
        int used = 0;
        for (int g = 0; g < n; g++) {
            if (totals[g] != EMPTY) {
                raw[used++] = staticRaw.get(groupList.get(g).staticId())[plugin];
            }
        }
        long[] normalized = Arrays.copyOf(raw, used);
        plugins.relativeScores().get(plugin).normalize(cycle, List.of(), normalized);
        used = 0;
        for (int g = 0; g < n; g++) {
            if (totals[g] != EMPTY) {
                totals[g] += relativeWeights[plugin] * normalized[used++];
            }
        }
    }

    /// Groups may share a key; each is told apart by its place in the list.
    private void addRunning(ClassPlugins.Counted counted) {
        int used = 0;
        for (int g = 0; g < groupList.size(); g++) {
            if (totals[g] != EMPTY) {
                keys[used] = groupList.get(g).key();
                feasible[used++] = groupList.get(g).count();
            }
        }
        RunningScore score = counted.score();
        score.score(keys, feasible, used, runningScores);
        used = 0;
        for (int g = 0; g < groupList.size(); g++) {
            if (totals[g] != EMPTY) {
                totals[g] += counted.weight() * runningScores[used++];
            }
        }
    }

    private long highest(long[] ofGroups) {
        long highest = EMPTY;
        for (int g = 0; g < groupList.size(); g++) {
            highest = Math.max(highest, ofGroups[g]);
        }
        return highest;
    }

    private List<NodeGroup> tied(long highest) {
        if (highest == EMPTY) {
            return List.of();
        }
        var tied = new ArrayList<NodeGroup>(2);
        for (int g = 0; g < groupList.size(); g++) {
            if (totals[g] == highest) {
                tied.add(groupList.get(g));
            }
        }
        return tied;
    }
}
