/// What pods ask for and whether nodes have room for it, by tables of cases.
/// Never here: how nodes are chosen (scheduler).
/// Start at FitRuleTest.
/// Upstream twin: component-helpers/resource/helpers_test.go.
@NullMarked
package dev.tenure.rules.fit;

import org.jspecify.annotations.NullMarked;
