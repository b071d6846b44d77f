package dev.tenure.kubelet.pod;

/// Where a pod stands on its node, whether its containers are real or not. It only ever goes forward; an
/// agent that begins anew works it out from what the API shows ([PodLifeRule#found]).
public enum PodLife {
    /// Nobody has asked yet whether the node takes it.
    NEW,
    /// The node takes it as soon as others have left.
    AWAITING_ROOM,
    /// The node has taken it, and its containers are run.
    ADMITTED,
    /// Its containers are being ended, and none is started any more.
    STOPPING,
    /// Nothing of it runs any more, or ever did. The API is still to show that, and to let its object go.
    STOPPED;

    /// What happens to a pod that takes it on.
    public enum Turn {
        /// The node takes it.
        TAKEN,
        /// The node would take it if others left.
        PUT_OFF,
        /// The node does not take it.
        REJECTED,
        /// Its containers are asked to end, or end by themselves for good.
        ENDING,
        /// None of its containers runs.
        ENDED
    }

    /// Whether the pod counts among those that share the node.
    public boolean holdsResources() {
        return this == ADMITTED || this == STOPPING;
    }
}
