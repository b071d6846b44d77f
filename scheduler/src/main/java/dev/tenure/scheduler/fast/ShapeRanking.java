package dev.tenure.scheduler.fast;

import dev.tenure.scheduler.cache.NodeChanges;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.framework.Cycle;
import dev.tenure.scheduler.view.NodeState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All nodes that have room for pods of certain requests, by type, and within a type by what only these
/// requests and the sums over the node make of them. Shared by all classes of pods with these requests; a
/// change of a node is followed once for all of them. Confined to the loop.
final class ShapeRanking {
    private final SchedulerCache cache;
    private final NodeTypes types;
    private final ShapeScores scores;
    private final int scoreMax;
    private final List<NodeGroup> byType = new ArrayList<>();
    private @Nullable NodeGroup[] groupOf = new @Nullable NodeGroup[0];
    private int[] typeOf = new int[0];
    private int[] scoreOf = new int[0];
    private int[] slotOf = new int[0];
    private long typesVersion = -1;
    private long rebuilds;
    private long position;

    ShapeRanking(SchedulerCache cache, NodeTypes types, ShapeScores scores, int scoreMax) {
        this.cache = cache;
        this.types = types;
        this.scores = scores;
        this.scoreMax = scoreMax;
    }

    /// Rises when types mean something else than before.
    long rebuilds() {
        return rebuilds;
    }

    /// One group per type, some of them empty.
    List<NodeGroup> groups() {
        return byType;
    }

    /// Follows the changes since the last time.
    ///
    /// @param cycle of any pod with these requests
    void catchUp(Cycle cycle) {
        NodeChanges log = cache.changes();
        cache.nodes();
        if (typesVersion != types.version() || !log.reaches(position)) {
            rebuild(cycle);
            return;
        }
        for (; position < log.end(); position++) {
            NodeChanges.Entry entry = log.at(position);
            NodeState node = entry.node();
            if (entry.pod() == null) {
                typeOf[node.position()] = types.of(node);
            }
            place(cycle, node);
        }
    }

    private void rebuild(Cycle cycle) {
        List<NodeState> nodes = cache.nodes();
        int n = nodes.size();
        byType.clear();
        groupOf = new @Nullable NodeGroup[n];
        typeOf = new int[n];
        scoreOf = new int[n];
        slotOf = new int[n];
        rebuilds++;
        typesVersion = types.version();
        scores.renew(cache.changes().rebuilds(), n);
        for (NodeState node : nodes) {
            typeOf[node.position()] = types.of(node);
            place(cycle, node);
        }
        position = cache.changes().end();
    }

    private void place(Cycle cycle, NodeState node) {
        int at = node.position();
        int score = scores.of(cycle, node);
        NodeGroup now = score == ShapeScores.NO_ROOM ? null : group(typeOf[at]);
        NodeGroup old = groupOf[at];
        if (old == now && scoreOf[at] == score) {
            return;
        }
        if (old != null) {
            old.remove(at, scoreOf[at], slotOf);
        }
        groupOf[at] = now;
        scoreOf[at] = score;
        if (now != null) {
            now.add(at, score, slotOf);
        }
    }

    private NodeGroup group(int type) {
        while (byType.size() <= type) {
            byType.add(new NodeGroup(byType.size(), 0, scoreMax));
        }
        return byType.get(type);
    }
}
