/// The nodes that `tenure up` begins with, and those that `tenure node add` adds.
/// Never here: what a node does once it is there (simnodes).
/// Start at InitialNodes.
/// Upstream twin: kwokctl scale, in purpose.
@NullMarked
package dev.tenure.launch.nodes;

import org.jspecify.annotations.NullMarked;
