package dev.tenure.scheduler.framework;

/// Keeps what a pod needs on its node, beside what the node itself counts, from assume to bind.
public interface ReservePlugin extends Plugin {
    /// @return Pass, Rejected or Failed
    Verdict reserve(Cycle cycle, String node);

    /// Gives back what [#reserve] took; called also when reserving failed half-way.
    void unreserve(Cycle cycle, String node);
}
