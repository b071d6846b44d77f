package dev.tenure.scheduler.framework;

/// What an answer about a pod and a node depends on, apart from the pod.
public enum Reach {
    /// Only the node object: the answer holds until that is changed.
    NODE_OBJECT,
    /// The node object and the pods on this node.
    NODE,
    /// Anything in the cluster.
    CLUSTER
}
