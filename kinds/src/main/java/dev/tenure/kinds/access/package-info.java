/// Who may do what, as objects: roles and their bindings, requests for certificates, and the kinds that are
/// questions: may somebody do something, whose token is this, give me one.
/// Never here: the decision itself (apiserver.authz), the check of a token (apiserver.authn).
/// Start at AccessReviews, and at RoleBindingStrategy.
/// Upstream twin: pkg/registry/rbac, pkg/registry/authorization, pkg/registry/authentication.
@NullMarked
package dev.tenure.kinds.access;

import org.jspecify.annotations.NullMarked;
