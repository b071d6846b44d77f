/// The feature gates that Tenure knows, by upstream's names.
/// Never here: what a gate switches.
/// Start at FeatureGates.
/// Upstream twin: pkg/features, component-base/featuregate.
@NullMarked
package dev.tenure.rules.feature;

import org.jspecify.annotations.NullMarked;
