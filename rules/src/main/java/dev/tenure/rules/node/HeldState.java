package dev.tenure.rules.node;

import java.util.Arrays;
import java.util.Optional;

/// A state in which a simulated node can be held.
public enum HeldState {
    NOT_READY("not-ready"),
    MEMORY_PRESSURE("memory-pressure"),
    DISK_PRESSURE("disk-pressure"),
    PID_PRESSURE("pid-pressure"),
    NETWORK_UNAVAILABLE("network-unavailable");

    private final String word;

    HeldState(String word) {
        this.word = word;
    }

    /// As users write it.
    public String word() {
        return word;
    }

    public static Optional<HeldState> ofWord(String word) {
        return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
    }

    /// The annotation that holds a node in this state.
    public String annotation() {
        return HeldStates.PREFIX + word;
    }

    @Override
    public String toString() {
        return word;
    }
}
