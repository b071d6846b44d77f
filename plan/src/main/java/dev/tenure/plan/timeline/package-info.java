/// Which pods left a cluster, as far as its objects still tell, and which are about to.
/// Never here: how a forecast is made (`plan.forecast`), how a timeline is printed.
/// Start at Timeline.
/// Upstream twin: none.
@NullMarked
package dev.tenure.plan.timeline;

import org.jspecify.annotations.NullMarked;
