package dev.tenure.controllers.tainteviction.record;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/// One pod that left its node before its time.
///
/// @param toleration of a taint: what granted the stay, as `kubectl describe pod` shows it; absent when the
/// pod had to go at once
/// @param since when the stay began, absent with the toleration
/// @param deadline when it had to leave, absent with the toleration
/// @param at when it was deleted
/// @param owner its controller, as `Kind namespace/name`; empty where it had none or nobody knows
public record PastEviction(
        String node,
        String namespace,
        String pod,
        String uid,
        Why why,
        Optional<String> toleration,
        Optional<Instant> since,
        Optional<Instant> deadline,
        Instant at,
        String owner)
        implements ShownEviction {
    /// Why it left.
    ///
    /// @param text of a taint as `key=value:effect`, with the device before it if it is a device's; else
    ///     what was said of the pod
    public record Why(EvictionCause cause, String text) {
        private static final String CAUSE = "cause";
        private static final String TAINT = "taint";
        private static final String MESSAGE = "message";

        /// Reads it from an entry of a ledger; without a cause, of an earlier version, it is a taint.
        static Why of(JsonNode entry) {
            EvictionCause cause = EvictionCause.ofWord(entry.path(CAUSE).asText(""));
            return new Why(cause, entry.path(field(cause)).asText(""));
        }

        public ObjectNode put(ObjectNode entry) {
            return entry.put(CAUSE, cause.word()).put(field(cause), text);
        }

        private static String field(EvictionCause cause) {
            return switch (cause) {
                case TAINT, DEVICE_TAINT -> TAINT;
                case NODE_PRESSURE, LOCAL_STORAGE, NODE_SHUTDOWN, API, PREEMPTION, POD_GC -> MESSAGE;
            };
        }
    }
}
