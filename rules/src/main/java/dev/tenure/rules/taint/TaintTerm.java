package dev.tenure.rules.taint;

import dev.tenure.model.core.Taint;
import java.time.Instant;
import java.util.Optional;

/// Until when a node is to bear a taint, on whose account and why. [TaintTermParser] reads it; [#toString]
/// writes it.
///
/// @param taint without its time
/// @param since the `timeAdded` of the taint that is meant; absent where any taint with that key, value and
///     effect is
/// @param until when the taint is to go
/// @param owner who answers for it; empty when nobody is named
/// @param reason what for; empty when nothing is told
public record TaintTerm(Taint taint, Optional<Instant> since, Instant until, String owner, String reason) {
    private static final String BETWEEN = ": ";

    /// @throws IllegalArgumentException when the owner or the reason could not be read again
    public TaintTerm {
        taint = taint.withoutTime();
        if (owner.contains(BETWEEN) || !isLine(owner)) {
            throw new IllegalArgumentException(
                    "the owner \"%s\" must be one line without a colon that a blank follows".formatted(owner));
        }
        if (!isLine(reason)) {
            throw new IllegalArgumentException("the reason \"%s\" must be one line".formatted(reason));
        }
    }

    private static boolean isLine(String text) {
        return text.equals(text.strip()) && text.chars().noneMatch(Character::isISOControl);
    }

    /// Whether it is about this taint of its node, and not about one that somebody put in its place.
    public boolean isOf(Taint borne) {
        return borne.withoutTime().equals(taint)
                && since.filter(at -> !borne.timeAdded().equals(Optional.of(at)))
                        .isEmpty();
    }

    public boolean isOver(Instant now) {
        return !now.isBefore(until);
    }

    /// `by OWNER: REASON`, as far as they are told.
    public String account() {
        if (owner.isEmpty()) {
            return reason;
        }
        return reason.isEmpty() ? "by " + owner : "by " + owner + BETWEEN + reason;
    }

    /// `TAINT [since TIME] until TIME [by OWNER][: REASON]`.
    @Override
    public String toString() {
        return taint
                + since.map(at -> " since " + at).orElse("")
                + " until "
                + until
                + (owner.isEmpty() ? "" : " by " + owner)
                + (reason.isEmpty() ? "" : BETWEEN + reason);
    }
}
