/// Recorded decisions of node-pressure eviction, held against room kubelet.
/// Never here: a server.
/// Start at PressureSuite.
/// Upstream twin: none.
@NullMarked
package dev.tenure.checks.golden.pressure;

import org.jspecify.annotations.NullMarked;
