package dev.tenure.kinds.admission.podsecurity;

import java.util.Optional;

/// The security standards, from lax to strict.
enum Level {
    PRIVILEGED("privileged"),
    BASELINE("baseline"),
    RESTRICTED("restricted");

    private final String word;

    Level(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    static Optional<Level> ofWord(String word) {
        for (Level level : values()) {
            if (level.word.equals(word)) {
                return Optional.of(level);
            }
        }
        return Optional.empty();
    }
}
