/// What is peculiar to namespaces.
/// Never here: emptying one that is deleted.
/// Start at NamespaceStrategy.
/// Upstream twin: pkg/registry/core/namespace.
@NullMarked
package dev.tenure.kinds.namespace;

import org.jspecify.annotations.NullMarked;
