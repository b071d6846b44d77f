package dev.tenure.controllers.tainteviction.record;

import java.util.Arrays;

/// Why a pod left its node before its time.
public enum EvictionCause {
    /// A NoExecute taint that it does not tolerate, or no longer.
    TAINT("taint"),
    /// The same of a device that it uses.
    DEVICE_TAINT("device-taint"),
    /// Its node was short of memory, disk or process ids.
    NODE_PRESSURE("node-pressure"),
    /// It wrote more to the node's disk than it may.
    LOCAL_STORAGE("local-storage"),
    /// Its node was shut down.
    NODE_SHUTDOWN("node-shutdown"),
    /// Somebody asked for it by the subresource `eviction`, as `kubectl drain` does.
    API("api"),
    /// It made room for a pod of higher priority.
    PREEMPTION("preemption"),
    /// Its node is gone, or will not come back.
    POD_GC("pod-gc");

    private final String word;

    EvictionCause(String word) {
        this.word = word;
    }

    /// The word for people and programs.
    public String word() {
        return word;
    }

    /// The cause of a word; of any other, [#TAINT], for records of earlier versions know no other.
    static EvictionCause ofWord(String word) {
        return Arrays.stream(values())
                .filter(cause -> cause.word.equals(word))
                .findFirst()
                .orElse(TAINT);
    }
}
