/// What is peculiar to roles and their bindings.
/// Never here: authorisation (authz).
/// Start at BindingStrategy.
/// Upstream twin: pkg/registry/rbac.
@NullMarked
package dev.tenure.apiserver.registry.access;

import org.jspecify.annotations.NullMarked;
