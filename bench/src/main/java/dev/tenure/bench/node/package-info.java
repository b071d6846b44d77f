/// Benchmarks of the node agent: how soon it reacts to what a real kernel tells.
/// Never here: anything that another room needs.
/// Start at ReactionBench.
/// Upstream twin: none.
@NullMarked
package dev.tenure.bench.node;

import org.jspecify.annotations.NullMarked;
