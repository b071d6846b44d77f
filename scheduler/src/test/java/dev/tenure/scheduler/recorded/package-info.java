/// Every recorded decision of upstream's scheduler.
/// Never here: production code.
/// Start at RecordedDecisionsTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.scheduler.recorded;

import org.jspecify.annotations.NullMarked;
