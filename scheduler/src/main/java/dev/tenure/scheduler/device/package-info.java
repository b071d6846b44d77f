/// Which devices a claim gets for a node: a search over what drivers offer there.
/// Never here: a plugin, a queue, a clock, a call to the outside.
/// Start at DeviceAllocator, then DeviceSearch.
/// Upstream twin: dynamic-resource-allocation/structured.
@NullMarked
package dev.tenure.scheduler.device;

import org.jspecify.annotations.NullMarked;
