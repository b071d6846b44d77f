/// Runtime classes.
/// Never here: JSON (wire), decisions (rules).
/// Start at RuntimeClass.
/// Upstream twin: api/node/v1.
@NullMarked
package dev.tenure.model.node;

import org.jspecify.annotations.NullMarked;
