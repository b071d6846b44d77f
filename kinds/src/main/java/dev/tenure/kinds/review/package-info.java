/// Kinds that are questions: may somebody do something, whose token is this, give me one.
/// Never here: the decision itself (apiserver.authz), the check of a token (apiserver.authn).
/// Start at AccessReviews.
/// Upstream twin: pkg/registry/authorization, pkg/registry/authentication.
@NullMarked
package dev.tenure.kinds.review;

import org.jspecify.annotations.NullMarked;
