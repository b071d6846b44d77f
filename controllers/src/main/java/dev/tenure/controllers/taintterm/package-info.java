/// Taints that nodes are to bear for a while only: they are taken away when their time is over, and what
/// became of them is told.
/// Never here: who puts taints on nodes, how their terms are written and read (rules.taint), and what a taint
/// does to pods (tainteviction).
/// Start at TaintTermRule, then TaintTermLoop.
/// Upstream twin: none; there a taint stays until somebody takes it away.
@NullMarked
package dev.tenure.controllers.taintterm;

import org.jspecify.annotations.NullMarked;
