package dev.tenure.kubelet.eviction.threshold;

import dev.tenure.model.core.ResourceList;
import dev.tenure.model.quantity.Quantity;
import java.util.Optional;

/// Something of which a node can run short. Upstream: eviction/api/types.go.
public enum Signal {
    MEMORY_AVAILABLE("memory.available", ResourceList.MEMORY, PressureCondition.MEMORY),
    ALLOCATABLE_MEMORY_AVAILABLE("allocatableMemory.available", ResourceList.MEMORY, PressureCondition.MEMORY),
    NODEFS_AVAILABLE("nodefs.available", ResourceList.EPHEMERAL_STORAGE, PressureCondition.DISK),
    NODEFS_INODES_FREE("nodefs.inodesFree", Signal.INODES, PressureCondition.DISK),
    IMAGEFS_AVAILABLE("imagefs.available", ResourceList.EPHEMERAL_STORAGE, PressureCondition.DISK),
    IMAGEFS_INODES_FREE("imagefs.inodesFree", Signal.INODES, PressureCondition.DISK),
    CONTAINERFS_AVAILABLE("containerfs.available", ResourceList.EPHEMERAL_STORAGE, PressureCondition.DISK),
    CONTAINERFS_INODES_FREE("containerfs.inodesFree", Signal.INODES, PressureCondition.DISK),
    PID_AVAILABLE("pid.available", Signal.PIDS, PressureCondition.PID);

    /// Names of resources that only messages know.
    public static final String INODES = "inodes";

    public static final String PIDS = "pids";

    private final String word;
    private final String resource;
    private final PressureCondition condition;

    Signal(String word, String resource, PressureCondition condition) {
        this.word = word;
        this.resource = resource;
        this.condition = condition;
    }

    /// The name in settings and metrics.
    public String word() {
        return word;
    }

    /// The name in events and messages.
    public String resource() {
        return resource;
    }

    public PressureCondition condition() {
        return condition;
    }

    /// Whether it counts memory, of the node or of all pods.
    public boolean memory() {
        return condition == PressureCondition.MEMORY;
    }

    /// How amounts of it are written: bytes by powers of two, numbers of things by powers of ten.
    public Quantity.Format format() {
        return resource.equals(INODES) || resource.equals(PIDS)
                ? Quantity.Format.DECIMAL_SI
                : Quantity.Format.BINARY_SI;
    }

    public static Optional<Signal> ofWord(String word) {
        for (Signal signal : values()) {
            if (signal.word.equals(word)) {
                return Optional.of(signal);
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return word;
    }
}
