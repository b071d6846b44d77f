/// Attacks on a server, each bounded in count and time, to be aimed at loopback only.
/// Never here: what a server does against them.
/// Start at AttackMain.
/// Upstream twin: none.
@NullMarked
package dev.tenure.checks.attack;

import org.jspecify.annotations.NullMarked;
