/// What is peculiar to leases.
/// Never here: holding them (client).
/// Start at LeaseStrategy.
/// Upstream twin: pkg/registry/coordination/lease/strategy.go.
@NullMarked
package dev.tenure.kinds.lease;

import org.jspecify.annotations.NullMarked;
