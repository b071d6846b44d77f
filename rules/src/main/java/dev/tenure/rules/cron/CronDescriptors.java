package dev.tenure.rules.cron;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Schedules that have a name.
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
    private static final Pattern AMOUNT = Pattern.compile("([0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)");
    private static final Map<String, Double> SECONDS =
            Map.of("ns", 1e-9, "us", 1e-6, "µs", 1e-6, "μs", 1e-6, "ms", 1e-3, "s", 1.0, "m", 60.0, "h", 3600.0);

    private CronDescriptors() {}

    static CronSchedule parse(String text, ZoneId zone) {
        String fields = FIELDS.get(text);
        if (fields != null) {
            return CronSchedule.Calendar.of(List.of(fields.split(" ")), zone);
        }
        if (!text.startsWith(EVERY)) {
            throw new CronSyntaxException("unrecognized descriptor: " + text);
        }
        String duration = text.substring(EVERY.length());
        long seconds = seconds(duration)
                .orElseThrow(() -> new CronSyntaxException(
                        "failed to parse duration " + text + ": time: invalid duration \"" + duration + "\""));
        return new CronSchedule.Every(Duration.ofSeconds(Math.max(1, seconds)));
    }

    /// Whole seconds of a duration as Go writes it.
    private static Optional<Long> seconds(String text) {
        String amounts = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
        if (amounts.equals("0")) {
            return Optional.of(0L);
        }
        Matcher matcher = AMOUNT.matcher(amounts);
        double seconds = 0;
        int end = 0;
        while (end < amounts.length() && matcher.find(end) && matcher.start() == end) {
            seconds += Double.parseDouble(matcher.group(1)) * SECONDS.getOrDefault(matcher.group(2), 0.0);
            end = matcher.end();
        }
        boolean whole = end > 0 && end == amounts.length();
        return whole ? Optional.of((long) (text.startsWith("-") ? -seconds : seconds)) : Optional.empty();
    }
}
