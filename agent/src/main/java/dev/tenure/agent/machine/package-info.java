/// Reads what this machine has and how much of it is used: memory, disks, processes, pressure.
/// Never here: whether that is too much (eviction).
/// Start at MachineReader.
/// Upstream twin: google/cadvisor machine and fs.
@NullMarked
package dev.tenure.agent.machine;

import org.jspecify.annotations.NullMarked;
