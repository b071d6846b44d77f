package dev.tenure.model.core;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One observed aspect of an object. [Instant#EPOCH] stands for a time that was not written.
///
/// @param lastHeartbeatTime of nodes: when the node last reported; of pods: when it was last probed
/// @param observedGeneration 0 when not written
public record Condition(
        String type,
        Truth status,
        String reason,
        String message,
        Instant lastTransitionTime,
        Instant lastHeartbeatTime,
        long observedGeneration) {
    public enum Truth {
        TRUE("True"),
        FALSE("False"),
        UNKNOWN("Unknown");

        private final String word;

        Truth(String word) {
            this.word = word;
        }

        /// The word in objects.
        public String word() {
            return word;
        }

        /// Any other word is unknown.
        public static Truth ofWord(String word) {
            return switch (word) {
                case "True" -> TRUE;
                case "False" -> FALSE;
                default -> UNKNOWN;
            };
        }
    }

    public boolean isTrue() {
        return status == Truth.TRUE;
    }

    /// The first condition of a type.
    public static Optional<Condition> find(List<Condition> conditions, String type) {
        for (Condition condition : conditions) {
            if (condition.type.equals(type)) {
                return Optional.of(condition);
            }
        }
        return Optional.empty();
    }
}
