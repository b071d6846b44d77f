package dev.tenure.cli.command;

import dev.tenure.model.quantity.DurationFormatException;
import dev.tenure.model.quantity.GoDurationParser;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads durations as Go writes them, `5s`, `1m30s`, `1h`, `250ms`; none is less than nothing.
public final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        try {
            Duration read = GoDurationParser.parse(text);
            if (!read.isNegative()) {
                return read;
            }
        } catch (DurationFormatException _) {
            // told below
        }
        throw new TypeConversionException("\"%s\" is not a duration, for example 40s or 1m30s".formatted(text));
    }
}
