/// Gives every pod a service account and mounts its token.
/// Never here: issuing tokens (apiserver.authn).
/// Start at ServiceAccountAdmission.
/// Upstream twin: plugin/pkg/admission/serviceaccount.
@NullMarked
package dev.tenure.kinds.admission.serviceaccount;

import org.jspecify.annotations.NullMarked;
