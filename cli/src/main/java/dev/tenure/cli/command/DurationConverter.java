package dev.tenure.cli.command;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads durations as Go writes them: `5s`, `1m30s`, `1h`, `250ms`.
public final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern WHOLE = Pattern.compile("(?:\\d+(?:\\.\\d+)?(?:ms|us|ns|h|m|s))+");
    private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|us|ns|h|m|s)");

    @Override
    public Duration convert(String text) {
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        if (!WHOLE.matcher(text).matches()) {
            throw new TypeConversionException("\"%s\" is not a duration, for example 40s or 1m30s".formatted(text));
        }
        Duration sum = Duration.ZERO;
        Matcher part = PART.matcher(text);
        while (part.find()) {
            sum = sum.plusNanos(Math.round(Double.parseDouble(part.group(1)) * nanos(part.group(2))));
        }
        return sum;
    }

    private static long nanos(String unit) {
        return switch (unit) {
            case "ns" -> 1L;
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            default -> 3_600_000_000_000L;
        };
    }
}
