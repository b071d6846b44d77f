/// Requests that no client would make, drawn by seed, and what a server makes of them. To be aimed at
/// loopback only.
/// Never here: attacks that hold something (attack).
/// Start at FuzzRun.
/// Upstream twin: none.
@NullMarked
package dev.tenure.checks.fuzz;

import org.jspecify.annotations.NullMarked;
