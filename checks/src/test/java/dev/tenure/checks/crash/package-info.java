/// Clusters that are killed, not stopped; and commands of Tenure in processes of their own, which others
/// share.
/// Never here: recorded cases (golden).
/// Start at KilledClusterTest.
/// Upstream twin: none.
@NullMarked
package dev.tenure.checks.crash;

import org.jspecify.annotations.NullMarked;
