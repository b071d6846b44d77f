/// Who may do what.
/// Never here: who somebody is (authn), HTTP.
/// Start at Authorizer.
/// Upstream twin: plugin/pkg/auth/authorizer/rbac, apiserver/pkg/authorization.
@NullMarked
package dev.tenure.apiserver.authz;

import org.jspecify.annotations.NullMarked;
