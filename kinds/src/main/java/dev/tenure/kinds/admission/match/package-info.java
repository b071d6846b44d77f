/// Which writes policies and webhooks are about: matching of requests, and the conditions that are
/// expressions.
/// Never here: what is done with a request that matches (kinds.admission.policy).
/// Start at MatchRule, then Interception.
/// Upstream twin: apiserver/pkg/admission/plugin/policy/matching, webhook/predicates,
/// webhook/matchconditions.
@NullMarked
package dev.tenure.kinds.admission.match;

import org.jspecify.annotations.NullMarked;
