package dev.tenure.apiserver.admission.podsecurity;

/// What the labels of a namespace ask for.
///
/// @param enforced pods that violate it are refused
/// @param warned about by warnings
record NamespacePolicy(Standard enforced, Standard warned) {}
