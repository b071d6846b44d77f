package dev.tenure.kubelet.pod;

/// What a node has to do next about a pod.
public enum PodStep {
    /// Ask whether the node takes it.
    ADMIT,
    /// Nothing, until others have left.
    AWAIT_ROOM,
    /// See to its containers.
    RUN,
    /// End it, for it has been on the node for as long as it may.
    EXPIRE,
    /// End its containers, or go on ending them.
    STOP,
    /// See to it that the API shows how it ended, and delete its object if that is asked for.
    CONFIRM,
    /// Forget it: neither containers nor object are left.
    FORGET
}
