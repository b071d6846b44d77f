/// Keeps callers from granting, by roles and bindings, what they may not do themselves.
/// Never here: whether a request as such is allowed (apiserver.authz).
/// Start at PrivilegeEscalation.
/// Upstream twin: pkg/registry/rbac/role/policybased, component-helpers/auth/rbac/validation.
@NullMarked
package dev.tenure.kinds.admission.escalation;

import org.jspecify.annotations.NullMarked;
