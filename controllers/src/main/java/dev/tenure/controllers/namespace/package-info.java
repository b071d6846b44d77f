/// What every namespace holds from the start (its default ServiceAccount, the cluster's CA), and its
/// deletion.
/// Never here: refusing writes to a namespace that goes (kinds.admission.namespacelifecycle).
/// Start at NamespaceLoop.
/// Upstream twin: pkg/controller/namespace, serviceaccount and certificates/rootcacertpublisher.
@NullMarked
package dev.tenure.controllers.namespace;

import org.jspecify.annotations.NullMarked;
