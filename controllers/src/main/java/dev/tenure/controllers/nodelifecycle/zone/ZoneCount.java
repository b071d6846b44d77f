package dev.tenure.controllers.nodelifecycle.zone;

/// How many nodes of a zone are ready and how many are not. Excluded nodes count nowhere.
public record ZoneCount(int ready, int notReady) {
    public static final ZoneCount NONE = new ZoneCount(0, 0);

    public int size() {
        return ready + notReady;
    }

    public ZoneCount plus(boolean nodeIsReady) {
        return nodeIsReady ? new ZoneCount(ready + 1, notReady) : new ZoneCount(ready, notReady + 1);
    }
}
