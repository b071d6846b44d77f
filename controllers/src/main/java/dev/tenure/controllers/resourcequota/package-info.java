/// Keeps the status of quotas true: what bounds hold and how much is taken.
/// Never here: refusing what exceeds a quota (kinds.admission.resourcequota), what an object takes
/// (rules.quota).
/// Start at ResourceQuotaLoop.
/// Upstream twin: pkg/controller/resourcequota.
@NullMarked
package dev.tenure.controllers.resourcequota;

import org.jspecify.annotations.NullMarked;
