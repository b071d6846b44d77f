package dev.tenure.scheduler.fast;

import org.jspecify.annotations.Nullable;

/// The feasible nodes that score alike in every plugin whose scores are weighed against those of other
/// nodes; within the group sorted by the sum of the other scores.
final class NodeGroup {
    private final int staticId;
    private final int key;
    private final @Nullable NodeBag[] byScore;
    private int count;
    private int top = -1;

    /// @param staticId which raw scores the nodes have that depend on nothing but themselves
    /// @param key the key of the running score
    NodeGroup(int staticId, int key, int scoreMax) {
        this.staticId = staticId;
        this.key = key;
        this.byScore = new @Nullable NodeBag[scoreMax + 1];
    }

    int staticId() {
        return staticId;
    }

    int key() {
        return key;
    }

    int count() {
        return count;
    }

    void add(int node, int score, int[] slots) {
        NodeBag bag = byScore[score];
        if (bag == null) {
            bag = new NodeBag();
            byScore[score] = bag;
        }
        bag.add(node, slots);
        count++;
        top = Math.max(top, score);
    }

    void remove(int node, int score, int[] slots) {
        bag(score).remove(node, slots);
        count--;
    }

    private NodeBag bag(int score) {
        NodeBag bag = byScore[score];
        if (bag == null) {
            throw new IllegalStateException("no node of the group has score " + score);
        }
        return bag;
    }

    /// The highest score in a group that is not empty.
    int top() {
        NodeBag bag = byScore[top];
        while (bag == null || bag.size() == 0) {
            top--;
            bag = byScore[top];
        }
        return top;
    }

    /// The nodes with the highest score.
    NodeBag best() {
        return bag(top());
    }
}
