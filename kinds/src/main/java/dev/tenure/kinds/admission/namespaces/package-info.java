/// Admission by the state of namespaces: none into missing or terminating ones, and some may never go.
/// Never here: kinds of namespaces themselves (kinds.namespace).
/// Start at NamespaceLifecycle.
/// Upstream twin: apiserver/pkg/admission/plugin/namespace/lifecycle.
@NullMarked
package dev.tenure.kinds.admission.namespaces;

import org.jspecify.annotations.NullMarked;
