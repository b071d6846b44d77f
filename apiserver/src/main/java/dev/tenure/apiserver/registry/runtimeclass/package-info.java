/// What is peculiar to runtime classes.
/// Never here: what they add to pods (admission.runtimeclass).
/// Start at RuntimeClassStrategy.
/// Upstream twin: pkg/registry/node/runtimeclass/strategy.go.
@NullMarked
package dev.tenure.apiserver.registry.runtimeclass;

import org.jspecify.annotations.NullMarked;
