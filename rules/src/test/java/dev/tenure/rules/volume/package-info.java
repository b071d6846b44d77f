/// Tests of which volumes claims get.
/// Never here: a controller.
/// Start at VolumeMatchRuleTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.rules.volume;

import org.jspecify.annotations.NullMarked;
