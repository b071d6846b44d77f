package dev.tenure.rules.feature;

/// A feature that can be switched on or off, under the name and with the default that it has upstream.
public enum FeatureGate {
    /// Tolerations may compare numbers, with the operators Lt and Gt.
    TAINT_TOLERATION_COMPARISON_OPERATORS("TaintTolerationComparisonOperators", false),
    /// Nodes tell a filesystem of containers of their own apart from those of images and of the node.
    KUBELET_SEPARATE_DISK_GC("KubeletSeparateDiskGC", true),
    /// Memory set apart for huge pages does not count as available.
    HUGEPAGE_AWARE_EVICTION("HugepageAwareEviction", false),
    /// HorizontalPodAutoscalers say themselves how far usage may be off before they scale.
    HPA_CONFIGURABLE_TOLERANCE("HPAConfigurableTolerance", true),
    /// HorizontalPodAutoscalers with a metric that is not their pods' may scale to zero and back.
    HPA_SCALE_TO_ZERO("HPAScaleToZero", false);

    private final String word;
    private final boolean standard;

    FeatureGate(String word, boolean standard) {
        this.word = word;
        this.standard = standard;
    }

    /// Upstream's name.
    public String word() {
        return word;
    }

    /// Whether it is on unless somebody says otherwise.
    public boolean standard() {
        return standard;
    }
}
