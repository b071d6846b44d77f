/// Kinds that are questions: may somebody do something, whose token is this, give me one.
/// Never here: the decision itself (authz), the check of a token (authn).
/// Start at AccessReviews.
/// Upstream twin: pkg/registry/authorization, pkg/registry/authentication.
@NullMarked
package dev.tenure.apiserver.review;

import org.jspecify.annotations.NullMarked;
