/// What is peculiar to roles and their bindings.
/// Never here: authorisation (apiserver.authz).
/// Start at BindingStrategy.
/// Upstream twin: pkg/registry/rbac.
@NullMarked
package dev.tenure.kinds.access;

import org.jspecify.annotations.NullMarked;
