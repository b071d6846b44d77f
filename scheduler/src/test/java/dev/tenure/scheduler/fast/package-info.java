/// The fast way of placing pods agrees with the plain one.
/// Never here: production code.
/// Start at ClassPlacerTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.scheduler.fast;

import org.jspecify.annotations.NullMarked;
