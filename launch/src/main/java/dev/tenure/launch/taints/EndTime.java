package dev.tenure.launch.taints;

import dev.tenure.rules.taint.TaintTermParser;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;

/// A moment as people say it. Pure.
final class EndTime {
    private static final String CLOCK = "[0-9]{2}:[0-9]{2}(:[0-9]{2})?";

    private EndTime() {}

    /// @param text a moment with its zone, or `14:00`: the next time that clocks of the zone show it
    /// @throws IllegalArgumentException when it is neither
    static Instant parse(String text, Instant now, ZoneId zone) {
        if (!text.matches(CLOCK)) {
            return TaintTermParser.time(text);
        }
        LocalTime shown;
        try {
            shown = LocalTime.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("\"%s\" is no time of a day".formatted(text), e);
        }
        ZonedDateTime here = now.atZone(zone);
        ZonedDateTime today = here.with(shown);
        return (today.isAfter(here) ? today : today.plusDays(1)).toInstant();
    }
}
