/// Tests of what pods need.
/// Never here: nodes.
/// Start at ConfigLackRuleTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.simnodes.config;

import org.jspecify.annotations.NullMarked;
