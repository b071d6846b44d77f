/// What is peculiar to endpoints and slices of them.
/// Never here: which pods they name (controllers).
/// Start at EndpointSliceStrategy.
/// Upstream twin: pkg/registry/discovery/endpointslice/strategy.go.
@NullMarked
package dev.tenure.kinds.endpoints;

import org.jspecify.annotations.NullMarked;
