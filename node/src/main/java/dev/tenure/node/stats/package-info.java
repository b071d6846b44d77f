/// Reads what this machine has and how much of it is used: memory, processors, disks, processes. One
/// summary a moment.
/// Never here: whether that is too much (kubelet.eviction); the values (kubelet.stats).
/// Start at SummaryReader.
/// Upstream twin: google/cadvisor machine and fs.
@NullMarked
package dev.tenure.node.stats;

import org.jspecify.annotations.NullMarked;
