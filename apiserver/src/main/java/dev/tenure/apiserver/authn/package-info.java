/// Who sends a request: client certificates and bearer tokens become users.
/// Never here: what somebody may do (authz), HTTP and impersonation (http.Callers).
/// Start at TokenAuthenticator.
/// Upstream twin: apiserver/pkg/authentication.
@NullMarked
package dev.tenure.apiserver.authn;

import org.jspecify.annotations.NullMarked;
