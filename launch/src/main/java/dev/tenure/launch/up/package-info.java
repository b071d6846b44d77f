/// `tenure up`: a whole cluster in this process.
/// Never here: what a component does; only how it is put together.
/// Start at UpCommand, then Up.
/// Upstream twin: kwokctl create cluster, in purpose.
@NullMarked
package dev.tenure.launch.up;

import org.jspecify.annotations.NullMarked;
