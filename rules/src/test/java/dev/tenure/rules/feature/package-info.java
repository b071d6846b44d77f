/// Tests of the feature gates.
/// Never here: what a gate switches.
/// Start at FeatureGatesTest.
/// Upstream twin: component-base/featuregate tests.
@NullMarked
package dev.tenure.rules.feature;

import org.jspecify.annotations.NullMarked;
