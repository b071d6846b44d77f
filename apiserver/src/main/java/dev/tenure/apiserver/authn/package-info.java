/// Who sends a request: client certificates, bearer tokens, impersonation.
/// Never here: what somebody may do (authz), HTTP.
/// Start at TokenAuthenticator.
/// Upstream twin: apiserver/pkg/authentication.
@NullMarked
package dev.tenure.apiserver.authn;

import org.jspecify.annotations.NullMarked;
