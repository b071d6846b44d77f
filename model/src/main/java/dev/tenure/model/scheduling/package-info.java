/// Priority classes.
/// Never here: JSON (wire), decisions (rules).
/// Start at PriorityClass.
/// Upstream twin: api/scheduling/v1.
@NullMarked
package dev.tenure.model.scheduling;

import org.jspecify.annotations.NullMarked;
