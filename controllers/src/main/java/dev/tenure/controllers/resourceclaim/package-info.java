/// Makes the claims of devices that pods want by templates, takes pods that need no devices any more off the
/// claims, and lets claims go that nobody uses.
/// Never here: which devices a claim gets (scheduler), what taints of devices do (devicetainteviction).
/// Start at ResourceClaimLoop, then PodClaimsRule.
/// Upstream twin: pkg/controller/resourceclaim.
@NullMarked
package dev.tenure.controllers.resourceclaim;

import org.jspecify.annotations.NullMarked;
