/// What pods that have failed are kept for and how long, by policies of Tenure's own kind FailedPodRetention:
/// who goes first, and the compact record of those that went. Values and the decision.
/// Never here: every call (podgc).
/// Start at FailedPodRetention, then RetentionRule.
/// Upstream twin: none; gc_controller.go has one number for all pods that have ended.
@NullMarked
package dev.tenure.controllers.podgc.retention;

import org.jspecify.annotations.NullMarked;
