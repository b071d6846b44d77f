package dev.tenure.scheduler.cycle;

/// How many feasible nodes are enough, as upstream counts them.
final class NodeSample {
    private static final int NODES_MIN = 100;
    private static final int PERCENT_MIN = 5;
    private static final int PERCENT_OF_SMALL = 50;
    private static final int NODES_PER_PERCENT = 125;
    private static final int PERCENT = 100;

    private NodeSample() {}

    /// @param percentage as configured; 0 leaves it to the size of the cluster
    static int enough(int nodes, int percentage) {
        if (nodes < NODES_MIN) {
            return nodes;
        }
        int percent =
                percentage != 0 ? percentage : Math.max(PERCENT_MIN, PERCENT_OF_SMALL - nodes / NODES_PER_PERCENT);
        return Math.max(NODES_MIN, (int) ((long) nodes * percent / PERCENT));
    }
}
