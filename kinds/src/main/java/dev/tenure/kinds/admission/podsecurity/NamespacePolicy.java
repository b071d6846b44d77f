package dev.tenure.kinds.admission.podsecurity;

/// What the labels of a namespace ask for.
///
/// @param enforced pods that violate it are refused
/// @param warned about by warnings
record NamespacePolicy(Standard enforced, Standard warned) {
    private static final Standard PRIVILEGED = new Standard(Level.PRIVILEGED, Standard.LATEST);

    static final NamespacePolicy NONE = new NamespacePolicy(PRIVILEGED, PRIVILEGED);
}
