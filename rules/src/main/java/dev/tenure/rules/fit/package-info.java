/// What pods need and what nodes have left.
/// Never here: a clock, a call outward, state.
/// Start at FitRule.
/// Upstream twin: component-helpers/resource, plugins/noderesources.
@NullMarked
package dev.tenure.rules.fit;

import org.jspecify.annotations.NullMarked;
