package dev.tenure.launch.process;

import dev.tenure.model.quantity.GoDuration;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The flags of a command with their values, as Go's flag libraries print them.
public final class FlagValues {
    /// Whose values let somebody in.
    private static final Set<String> SECRET = Set.of("token");

    private static final String CLASSIFIED = "CLASSIFIED";

    private FlagValues() {}

    /// All flags that a command shows, by their long names without dashes; those that nobody gave have their
    /// defaults.
    ///
    /// @param spec of a command whose line has been read
    public static Map<String, String> of(CommandSpec spec) {
        var values = new TreeMap<String, String>();
        for (OptionSpec option : spec.options()) {
            if (option.hidden() || option.usageHelp() || option.versionHelp()) {
                continue;
            }
            String name = option.longestName().replaceFirst("^-+", "");
            String text = text(option.getValue());
            values.put(name, SECRET.contains(name) && !text.isEmpty() ? CLASSIFIED : text);
        }
        return values;
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case Optional<?> some -> some.map(FlagValues::text).orElse("");
            case Duration length -> length.isZero() ? "0s" : GoDuration.text(length);
            case Collection<?> all -> all.stream().map(FlagValues::text).collect(Collectors.joining(",", "[", "]"));
            case boolean[] times -> Integer.toString(times.length);
            default -> value.toString();
        };
    }
}
