/// New nodes start with the taint that says they are not ready.
/// Never here: taints by condition of known nodes (controllers).
/// Start at TaintNodesByCondition.
/// Upstream twin: plugin/pkg/admission/nodetaint.
@NullMarked
package dev.tenure.kinds.admission.nodetaint;

import org.jspecify.annotations.NullMarked;
