package dev.tenure.rules.taint;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.WellKnownTaints;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/// Reads what an annotation says of the term of a taint, for example
/// `maintenance=disk:NoExecute until 2026-11-30T14:00:00Z by alice: ticket 4711`. Pure.
public final class TaintTermParser {
    /// A term that is longer is not read.
    public static final int CHARACTERS_MAX = 2_000;

    private static final String SHAPE = "TAINT [since TIME] until TIME [by OWNER][: REASON]";
    private static final String SINCE = "since ";
    private static final String UNTIL = "until ";
    private static final String BY = " by ";

    private TaintTermParser() {}

    /// @throws IllegalArgumentException when the text is no term; the message says what is wrong
    public static TaintTerm parse(String text) {
        if (text.length() > CHARACTERS_MAX) {
            throw new IllegalArgumentException("it has more than %d characters".formatted(CHARACTERS_MAX));
        }
        String rest = text.strip();
        Taint taint = taint(word(rest));
        rest = after(rest);
        Optional<Instant> since = Optional.empty();
        if (rest.startsWith(SINCE)) {
            rest = rest.substring(SINCE.length()).strip();
            since = Optional.of(time(word(rest)));
            rest = after(rest);
        }
        if (!rest.startsWith(UNTIL)) {
            throw new IllegalArgumentException("\"%s\" is no term: write %s".formatted(text, SHAPE));
        }
        rest = rest.substring(UNTIL.length()).strip();
        String when = word(rest);
        boolean told = when.endsWith(":");
        Instant until = time(told ? when.substring(0, when.length() - 1) : when);
        String account = rest.substring(when.length());
        return told ? new TaintTerm(taint, since, until, "", account.strip()) : with(taint, since, until, account);
    }

    private static TaintTerm with(Taint taint, Optional<Instant> since, Instant until, String account) {
        if (account.isBlank()) {
            return new TaintTerm(taint, since, until, "", "");
        }
        if (!account.startsWith(BY)) {
            throw new IllegalArgumentException(
                    "\"%s\" comes after the time: write %s".formatted(account.strip(), SHAPE));
        }
        String named = account.substring(BY.length());
        int end = named.indexOf(": ");
        return end < 0
                ? new TaintTerm(taint, since, until, named.strip(), "")
                : new TaintTerm(
                        taint,
                        since,
                        until,
                        named.substring(0, end).strip(),
                        named.substring(end + 2).strip());
    }

    /// A moment with its zone, such as `2026-11-30T14:00:00Z` or `2026-11-30T15:00:00+01:00`.
    ///
    /// @throws IllegalArgumentException when it is none
    public static Instant time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "\"%s\" is no time: write it as 2026-11-30T14:00:00Z, or with a zone such as +01:00"
                            .formatted(text),
                    e);
        }
    }

    /// Taints that follow conditions would come back at once, so nobody ends them.
    private static Taint taint(String text) {
        TaintEdit edit = TaintEdit.parse(text);
        if (edit.remove() || edit.effect().isEmpty()) {
            throw new IllegalArgumentException("\"%s\" is no taint: write KEY[=VALUE]:EFFECT".formatted(text));
        }
        if (isKept(edit.key())) {
            throw new IllegalArgumentException(
                    "taints with the key %s have no terms: controllers keep them by what".formatted(edit.key())
                            + " the node says");
        }
        return new Taint(edit.key(), edit.value(), edit.effect().get());
    }

    private static boolean isKept(String key) {
        return !key.equals(WellKnownTaints.OUT_OF_SERVICE)
                && (key.startsWith("node.kubernetes.io/") || key.startsWith("node.cloudprovider.kubernetes.io/"));
    }

    private static String word(String text) {
        int blank = text.indexOf(' ');
        return blank < 0 ? text : text.substring(0, blank);
    }

    private static String after(String text) {
        return text.substring(word(text).length()).strip();
    }
}
