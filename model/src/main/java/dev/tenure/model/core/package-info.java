/// Pods, nodes and what stands beside them, with just the fields that decisions read.
/// Never here: JSON (wire), decisions (rules).
/// Start at Pod, then Node, Taint and Toleration.
/// Upstream twin: api/core/v1.
@NullMarked
package dev.tenure.model.core;

import org.jspecify.annotations.NullMarked;
