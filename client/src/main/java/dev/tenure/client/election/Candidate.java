package dev.tenure.client.election;

/// What stands for election. Every method runs on the elector's loop.
public interface Candidate {
    /// This candidate leads from now on. Called once.
    void elected();

    /// This candidate led and does not any more: whatever it does must end before the lease has run out.
    /// Called once, and nothing after it.
    void lost();

    /// Somebody leads, this candidate or another.
    ///
    /// @param identity of the leader
    default void leaderSeen(String identity) {}
}
