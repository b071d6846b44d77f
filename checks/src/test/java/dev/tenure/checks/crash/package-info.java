/// Clusters that are killed, not stopped.
/// Start at KilledClusterTest.
@NullMarked
package dev.tenure.checks.crash;

import org.jspecify.annotations.NullMarked;
