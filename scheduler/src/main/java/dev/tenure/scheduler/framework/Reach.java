package dev.tenure.scheduler.framework;

/// What an answer about a pod and a node depends on, apart from the pod.
public enum Reach {
    /// Only what makes the type of a node: its taints, its cordon, its declared features, the images it
    /// holds, and its labels under the keys that the pod's own wishes name. Nodes of one type get one
    /// answer.
    NODE_TYPE,
    /// Only the node object: the answer holds until that is changed.
    NODE_OBJECT,
    /// The node object, the sums over the pods on it, and nothing of the pod but its requests: pods with
    /// equal requests share the answer.
    RESOURCES,
    /// The node object and the pods on this node.
    NODE,
    /// Anything in the cluster.
    CLUSTER
}
