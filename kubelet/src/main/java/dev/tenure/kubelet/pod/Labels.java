package dev.tenure.kubelet.pod;

/// Labels and annotations on sandboxes and containers. They are the agent's memory: after a restart all it
/// knows of running pods stands in them. Upstream: kubelet/types/labels.go, kuberuntime/labels.go.
public final class Labels {
    public static final String POD_NAME = "io.kubernetes.pod.name";
    public static final String POD_NAMESPACE = "io.kubernetes.pod.namespace";
    public static final String POD_UID = "io.kubernetes.pod.uid";
    public static final String CONTAINER_NAME = "io.kubernetes.container.name";
    public static final String HASH = "io.kubernetes.container.hash";
    public static final String RESTART_COUNT = "io.kubernetes.container.restartCount";
    public static final String TERMINATION_MESSAGE_PATH = "io.kubernetes.container.terminationMessagePath";
    public static final String TERMINATION_MESSAGE_POLICY = "io.kubernetes.container.terminationMessagePolicy";
    public static final String GRACE_PERIOD = "io.kubernetes.pod.terminationGracePeriod";

    private Labels() {}
}
