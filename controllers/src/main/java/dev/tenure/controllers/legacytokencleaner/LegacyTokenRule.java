package dev.tenure.controllers.legacytokencleaner;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/// What becomes of a token that was made for an account and not used for long. Days are those of UTC. Pure.
final class LegacyTokenRule {
    private LegacyTokenRule() {}

    /// What is known of a Secret that holds a token.
    ///
    /// @param leaving whether the Secret is being deleted
    /// @param lastUsed the day as it is noted, if one is
    /// @param invalidSince the same; a text that is no day counts as none
    record Token(Instant created, boolean leaving, Optional<String> lastUsed, Optional<String> invalidSince) {}

    /// What to do.
    sealed interface Fate {
        record Keep() implements Fate {}

        /// Refuse it from now on.
        record MarkInvalid(LocalDate since) implements Fate {}

        record Delete() implements Fate {}
    }

    /// Whether uses have been noted for so long that a token without a note is one that nobody used.
    ///
    /// @param since the day on which the noting began, as it is noted
    /// @param period how long a token may be unused
    static boolean isTrackedLongEnough(String since, Duration period, Instant now) {
        return day(since)
                .map(begun -> begun.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC))
                .filter(whole -> !now.isBefore(whole.plus(period)))
                .isPresent();
    }

    /// Whether the token is old and unused, so that it matters whether anybody refers to it.
    static boolean isUnused(Token token, Duration period, Instant now) {
        Instant since = now.minus(period);
        if (token.leaving() || !token.created().isBefore(since)) {
            return false;
        }
        // a note that is no day tells nothing, and such a token stays
        return token.lastUsed().isEmpty()
                || day(token.lastUsed().get())
                        .filter(used -> used.isBefore(dayOf(since)))
                        .isPresent();
    }

    /// What becomes of a token that is unused, that its account lists as its own, and that no pod mounts.
    static Fate fate(Token unused, Duration period, Instant now) {
        Optional<LocalDate> invalid = unused.invalidSince().flatMap(LegacyTokenRule::day);
        if (invalid.isEmpty()) {
            return new Fate.MarkInvalid(dayOf(now));
        }
        return invalid.get().isBefore(dayOf(now.minus(period))) ? new Fate.Delete() : new Fate.Keep();
    }

    private static LocalDate dayOf(Instant moment) {
        return LocalDate.ofInstant(moment, ZoneOffset.UTC);
    }

    private static Optional<LocalDate> day(String text) {
        try {
            return Optional.of(LocalDate.parse(text));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
