package dev.tenure.model.core;

/// Keys of the labels that say where a node stands and what it is. Upstream: well_known_labels.go.
public final class WellKnownLabels {
    public static final String HOSTNAME = "kubernetes.io/hostname";
    public static final String ZONE = "topology.kubernetes.io/zone";
    public static final String REGION = "topology.kubernetes.io/region";

    /// The keys of zone and region before v1.17, still honoured.
    public static final String BETA_ZONE = "failure-domain.beta.kubernetes.io/zone";

    public static final String BETA_REGION = "failure-domain.beta.kubernetes.io/region";

    public static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
    public static final String OS = "kubernetes.io/os";
    public static final String ARCH = "kubernetes.io/arch";

    private WellKnownLabels() {}
}
