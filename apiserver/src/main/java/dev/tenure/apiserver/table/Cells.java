package dev.tenure.apiserver.table;

import dev.tenure.wire.json.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/// Reads values for cells.
public final class Cells {
    private static final long SECONDS_PER_YEAR = 365L * 24 * 3600;

    private Cells() {}

    /// The text at a path; empty when there is none.
    public static String text(JsonNode node, String... path) {
        return at(node, path).asText("");
    }

    public static long number(JsonNode node, String... path) {
        return at(node, path).asLong(0);
    }

    public static JsonNode at(JsonNode node, String... path) {
        JsonNode found = node;
        for (String step : path) {
            found = found.path(step);
        }
        return found;
    }

    /// How long ago a moment was, in words; `<unknown>` when there is none.
    public static String age(String moment, Instant now) {
        if (moment.isEmpty()) {
            return "<unknown>";
        }
        try {
            return age(Duration.between(Instant.parse(moment), now));
        } catch (DateTimeParseException _) {
            return "<unknown>";
        }
    }

    /// Upstream: `duration.HumanDuration`.
    public static String age(Duration span) {
        long seconds = span.toSeconds();
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 0) {
            return "0s";
        }
        if (seconds < 60 * 2) {
            return seconds + "s";
        }
        long minutes = seconds / 60;
        if (minutes < 10) {
            return two(minutes, "m", seconds % 60, "s");
        }
        if (minutes < 60 * 3) {
            return minutes + "m";
        }
        long hours = minutes / 60;
        if (hours < 8) {
            return two(hours, "h", minutes % 60, "m");
        }
        if (hours < 48) {
            return hours + "h";
        }
        if (hours < 24 * 8) {
            return two(hours / 24, "d", hours % 24, "h");
        }
        if (hours < 24 * 365 * 2) {
            return hours / 24 + "d";
        }
        if (hours < 24 * 365 * 8) {
            return two(seconds / SECONDS_PER_YEAR, "y", hours / 24 % 365, "d");
        }
        return seconds / SECONDS_PER_YEAR + "y";
    }

    private static String two(long large, String largeUnit, long small, String smallUnit) {
        return small == 0 ? large + largeUnit : large + largeUnit + small + smallUnit;
    }
}
