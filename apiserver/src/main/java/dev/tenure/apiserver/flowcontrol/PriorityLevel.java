package dev.tenure.apiserver.flowcontrol;

import dev.tenure.runtime.limit.FairSeats;

/// The levels on which requests are served, with upstream's shares. No level can take the seats of another.
public enum PriorityLevel {
    EXEMPT("exempt", 0, 0, 0),
    NODE_HIGH("node-high", 40, 25, 64),
    SYSTEM("system", 30, 33, 64),
    LEADER_ELECTION("leader-election", 10, 0, 16),
    WORKLOAD_HIGH("workload-high", 40, 50, 128),
    WORKLOAD_LOW("workload-low", 100, 90, 128),
    GLOBAL_DEFAULT("global-default", 20, 50, 128),
    CATCH_ALL("catch-all", 5, 0, 0);

    private static final int SHARES = 245;
    private static final int QUEUE_LENGTH = 50;
    private static final int PERCENT = 100;

    private final String label;
    private final int shares;
    private final int lendablePercent;
    private final int queues;

    PriorityLevel(String label, int shares, int lendablePercent, int queues) {
        this.label = label;
        this.shares = shares;
        this.lendablePercent = lendablePercent;
        this.queues = queues;
    }

    /// Upstream's name.
    public String label() {
        return label;
    }

    /// Whether its hard work comes before that of others.
    public boolean isUrgent() {
        return this == EXEMPT || this == NODE_HIGH || this == LEADER_ELECTION;
    }

    /// Its part of the server's seats; of no meaning for the level that is exempt.
    public FairSeats.Size size(int serverSeats) {
        int seats = Math.toIntExact(Math.max(1, Math.ceilDiv((long) serverSeats * shares, SHARES)));
        int lendable = Math.toIntExact(Math.round((double) seats * lendablePercent / PERCENT));
        return new FairSeats.Size(seats, lendable, queues * QUEUE_LENGTH, QUEUE_LENGTH);
    }
}
