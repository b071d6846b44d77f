/// What Tenure's own kinds say of a cluster: whom a TaintEvictionPolicy holds or lets stay, which
/// NodeReadinessRule keeps a taint, which owners a FailedPodRetention pauses.
/// Never here: what follows from it (`controllers`), how it is printed, a write.
/// Start at TaintPolicies.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.policy;

import org.jspecify.annotations.NullMarked;
