/// Tests of the search for devices.
/// Never here: production code.
/// Start at DeviceAllocatorTest.
/// Upstream twin: structured/internal/allocatortesting.
@NullMarked
package dev.tenure.scheduler.device;

import org.jspecify.annotations.NullMarked;
