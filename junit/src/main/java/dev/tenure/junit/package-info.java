/// The JUnit extension: a cluster for a test, with its clock.
/// Never here: what the cluster is made of (room embed).
/// Start at WithCluster.
/// Upstream twin: none.
@NullMarked
package dev.tenure.junit;

import org.jspecify.annotations.NullMarked;
