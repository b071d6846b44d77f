/// What is peculiar to runtime classes.
/// Never here: what they add to pods (kinds.admission.runtimeclass).
/// Start at RuntimeClassStrategy.
/// Upstream twin: pkg/registry/node/runtimeclass/strategy.go.
@NullMarked
package dev.tenure.kinds.runtimeclass;

import org.jspecify.annotations.NullMarked;
