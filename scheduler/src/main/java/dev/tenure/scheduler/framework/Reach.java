package dev.tenure.scheduler.framework;

/// What an answer about a pod and a node depends on, apart from the pod.
public enum Reach {
    /// Only the node object: the answer holds until that is changed.
    NODE_OBJECT,
    /// The node object, the sums over the pods on it, and nothing of the pod but its requests: pods with equal requests
    /// share the answer.
    RESOURCES,
    /// The node object and the pods on this node.
    NODE,
    /// Anything in the cluster.
    CLUSTER
}
