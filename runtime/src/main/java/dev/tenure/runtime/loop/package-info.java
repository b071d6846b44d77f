/// Event loops: one thread each in production, one virtual clock for all of them in simulations. How threads
/// wait for one another, and for how long at most.
/// Never here: anything that knows of a pod.
/// Start at EventLoop; ThreadedLoop and SimulatedWorld are its two implementations.
/// Upstream twin: client-go/util/workqueue, in spirit.
@NullMarked
package dev.tenure.runtime.loop;

import org.jspecify.annotations.NullMarked;
