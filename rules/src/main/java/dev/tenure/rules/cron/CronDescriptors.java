package dev.tenure.rules.cron;

import dev.tenure.model.quantity.DurationFormatException;
import dev.tenure.model.quantity.GoDurationParser;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/// Schedules that have a name. Upstream: parseDescriptor of robfig/cron.
final class CronDescriptors {
    private static final Map<String, String> FIELDS = Map.of(
            "@yearly", "0 0 1 1 *",
            "@annually", "0 0 1 1 *",
            "@monthly", "0 0 1 * *",
            "@weekly", "0 0 * * 0",
            "@daily", "0 0 * * *",
            "@midnight", "0 0 * * *",
            "@hourly", "0 * * * *");
    private static final String EVERY = "@every ";

    private CronDescriptors() {}

    static CronSchedule parse(String text, ZoneId zone) {
        String fields = FIELDS.get(text);
        if (fields != null) {
            return CronSchedule.Calendar.of(List.of(fields.split(" ")), zone);
        }
        if (!text.startsWith(EVERY)) {
            throw new CronSyntaxException("unrecognized descriptor: " + text);
        }
        try {
            Duration every = GoDurationParser.parse(text.substring(EVERY.length()));
            return new CronSchedule.Every(Duration.ofSeconds(Math.max(1, every.toSeconds())));
        } catch (DurationFormatException e) {
            throw new CronSyntaxException("failed to parse duration " + text + ": " + e.getMessage());
        }
    }
}
