package dev.tenure.apiserver.audit;

import java.util.Arrays;
import java.util.Optional;

/// How much of a request is written down, from nothing to everything.
enum AuditLevel {
    NONE("None"),
    METADATA("Metadata"),
    REQUEST("Request"),
    REQUEST_RESPONSE("RequestResponse");

    private final String word;

    AuditLevel(String word) {
        this.word = word;
    }

    /// As policies and events have it.
    public String word() {
        return word;
    }

    boolean isAtLeast(AuditLevel other) {
        return compareTo(other) >= 0;
    }

    static Optional<AuditLevel> of(String word) {
        return Arrays.stream(values()).filter(level -> level.word.equals(word)).findFirst();
    }
}
