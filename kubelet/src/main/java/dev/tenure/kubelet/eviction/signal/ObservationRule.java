package dev.tenure.kubelet.eviction.signal;

import dev.tenure.kubelet.eviction.threshold.Signal;
import dev.tenure.kubelet.stats.FsStats;
import dev.tenure.kubelet.stats.MemoryStats;
import dev.tenure.kubelet.stats.NodeStats;
import dev.tenure.kubelet.stats.ProcessStats;
import dev.tenure.model.quantity.Quantity;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// A node's numbers → what is seen of each signal. A signal of which the amount left or the amount in all
/// is missing is not seen. Upstream: makeSignalObservations in eviction/helpers.go.
public final class ObservationRule {
    private ObservationRule() {}

    public static Observations observe(NodeStats node) {
        Map<Signal, Observation> seen = new EnumMap<>(Signal.class);
        node.memory().ifPresent(memory -> memory(seen, Signal.MEMORY_AVAILABLE, memory));
        node.allocatableMemory().ifPresent(memory -> memory(seen, Signal.ALLOCATABLE_MEMORY_AVAILABLE, memory));
        node.nodefs().ifPresent(fs -> filesystem(seen, fs, Signal.NODEFS_AVAILABLE, Signal.NODEFS_INODES_FREE));
        node.imagefs().ifPresent(fs -> filesystem(seen, fs, Signal.IMAGEFS_AVAILABLE, Signal.IMAGEFS_INODES_FREE));
        node.containerfs()
                .ifPresent(fs -> filesystem(seen, fs, Signal.CONTAINERFS_AVAILABLE, Signal.CONTAINERFS_INODES_FREE));
        node.processes().ifPresent(processes -> processes(seen, processes));
        return new Observations(seen);
    }

    private static void memory(Map<Signal, Observation> seen, Signal signal, MemoryStats memory) {
        if (memory.availableBytes().isPresent() && memory.workingSetBytes().isPresent()) {
            long available = memory.availableBytes().getAsLong();
            long capacity = available + memory.workingSetBytes().getAsLong();
            seen.put(signal, observation(signal, available, capacity, memory.time()));
        }
    }

    private static void filesystem(Map<Signal, Observation> seen, FsStats fs, Signal bytes, Signal inodes) {
        room(seen, bytes, fs.availableBytes(), fs.capacityBytes(), fs.time());
        room(seen, inodes, fs.inodesFree(), fs.inodes(), fs.time());
    }

    private static void room(
            Map<Signal, Observation> seen,
            Signal signal,
            OptionalLong available,
            OptionalLong capacity,
            Optional<Instant> time) {
        if (available.isPresent() && capacity.isPresent()) {
            seen.put(signal, observation(signal, available.getAsLong(), capacity.getAsLong(), time));
        }
    }

    private static void processes(Map<Signal, Observation> seen, ProcessStats processes) {
        if (processes.maxPid().isPresent() && processes.running().isPresent()) {
            long max = processes.maxPid().getAsLong();
            long available = max - processes.running().getAsLong();
            seen.put(Signal.PID_AVAILABLE, observation(Signal.PID_AVAILABLE, available, max, processes.time()));
        }
    }

    private static Observation observation(Signal signal, long available, long capacity, Optional<Instant> time) {
        return new Observation(Quantity.of(available, signal.format()), Quantity.of(capacity, signal.format()), time);
    }
}
