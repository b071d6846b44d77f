/// What a new cluster begins with: namespaces, priority classes, roles and bindings, its own service.
/// Never here: what happens to them afterwards.
/// Start at Bootstrap.
/// Upstream twin: pkg/registry/rbac/rest, plugin/pkg/auth/authorizer/rbac/bootstrappolicy,
/// pkg/controlplane.
@NullMarked
package dev.tenure.kinds.bootstrap;

import org.jspecify.annotations.NullMarked;
