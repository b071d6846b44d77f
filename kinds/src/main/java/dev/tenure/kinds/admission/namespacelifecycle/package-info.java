/// Admission by the state of namespaces: none into missing or terminating ones, and some may never go.
/// Never here: kinds of namespaces themselves (kinds.core).
/// Start at NamespaceLifecycle.
/// Upstream twin: apiserver/pkg/admission/plugin/namespace/lifecycle.
@NullMarked
package dev.tenure.kinds.admission.namespacelifecycle;

import org.jspecify.annotations.NullMarked;
