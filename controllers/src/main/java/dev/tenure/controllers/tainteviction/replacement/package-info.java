/// Pods of Deployments that leave only once another one stands ready in their place: they are taken out of
/// their ReplicaSet, which makes one more, and given back to it when they need not leave after all.
/// Never here: who has to leave and when (tainteviction), and what else holds a pod (tainteviction.policy).
/// Start at ReplacementRule, then ReleasedPods, whose essay says why nothing is scaled.
/// Upstream twin: none; KEP-4563 names the want, and a rollout's maxSurge is the like of it.
@NullMarked
package dev.tenure.controllers.tainteviction.replacement;

import org.jspecify.annotations.NullMarked;
