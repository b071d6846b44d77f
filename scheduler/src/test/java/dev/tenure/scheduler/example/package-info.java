/// A plugin of one's own, to copy from.
/// Never here: a plugin that upstream has.
/// Start at Maintenance, then MaintenanceTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.scheduler.example;

import org.jspecify.annotations.NullMarked;
