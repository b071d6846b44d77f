package dev.tenure.kubelet.lint;

import dev.tenure.model.quantity.GoDurationParser;
import dev.tenure.model.quantity.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A recording of memory in use: lines of a time and an amount, with a comma or blanks between them.
/// Times are seconds or spans such as `1m30s`, amounts are quantities. Lines that begin with `#`, and a
/// first line of names, are passed over.
public final class MemoryTraceParser {
    private MemoryTraceParser() {}

    /// @throws IllegalArgumentException when a line is something else; the message names it
    public static List<GrowthRule.Sample> parse(List<String> lines) {
        var samples = new ArrayList<GrowthRule.Sample>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            boolean names = samples.isEmpty() && !line.isEmpty() && Character.isLetter(line.charAt(0));
            if (line.isEmpty() || line.startsWith("#") || names) {
                continue;
            }
            samples.add(sample(line, i + 1));
        }
        for (int i = 1; i < samples.size(); i++) {
            if (samples.get(i).at().compareTo(samples.get(i - 1).at()) <= 0) {
                throw new IllegalArgumentException("times must rise from line to line");
            }
        }
        return samples;
    }

    private static GrowthRule.Sample sample(String line, int number) {
        String[] parts = line.split("\\s*[,;\\s]\\s*");
        try {
            if (parts.length == 2) {
                return new GrowthRule.Sample(
                        time(parts[0]), Quantity.parse(parts[1]).value());
            }
        } catch (IllegalArgumentException _) {
            // reported below
        }
        throw new IllegalArgumentException(
                "line %d, \"%s\", is no time and amount, for example 30s,512Mi".formatted(number, line));
    }

    private static Duration time(String text) {
        boolean seconds = text.chars().allMatch(letter -> Character.isDigit(letter) || letter == '.');
        return GoDurationParser.parse(seconds ? text + "s" : text);
    }
}
