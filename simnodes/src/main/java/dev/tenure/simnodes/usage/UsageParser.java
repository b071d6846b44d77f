package dev.tenure.simnodes.usage;

import dev.tenure.model.quantity.DurationFormatException;
import dev.tenure.model.quantity.GoDurationParser;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.QuantityFormatException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Declared usage, a word and `name=value` pairs with blanks between them:
///
/// | text | means |
/// |---|---|
/// | `300Mi` | always so much |
/// | `ramp from=100Mi to=2Gi over=5m after=30s` | evenly from one amount to another, after a while |
/// | `spike base=100Mi peak=3Gi after=2m for=30s every=10m` | a jump, once or with `every` again and again |
/// | `leak from=100Mi rate=10Mi/s` | grows for ever; also `/m` and `/h` |
/// | `trace 0s=100Mi 30s=500Mi 2m=1Gi` | recorded points, evenly in between |
///
/// `from`, `base` and `after` may be left out: 0.
final class UsageParser {
    private static final String EXPECTED =
            "expected is an amount, or ramp, spike, leak or trace, for example \"ramp from=100Mi to=2Gi over=5m\"";
    private static final Map<String, Double> SECONDS = Map.of("s", 1.0, "m", 60.0, "h", 3600.0);

    private final String text;
    private final boolean thousandths;
    private final Map<String, String> pairs = new LinkedHashMap<>();

    private UsageParser(String text, boolean thousandths) {
        this.text = text;
        this.thousandths = thousandths;
    }

    /// @throws UsageException when the text declares no usage
    public static Usage parse(String text) {
        return new UsageParser(text.strip(), false).read();
    }

    /// As [#parse], with amounts in thousandths, as those of processors.
    ///
    /// @throws UsageException when the text declares no usage
    static Usage parseMilli(String text) {
        return new UsageParser(text.strip(), true).read();
    }

    private Usage read() {
        String[] words = text.split("\\s+");
        for (int i = 1; i < words.length; i++) {
            int at = words[i].indexOf('=');
            if (at <= 0 || pairs.put(words[i].substring(0, at), words[i].substring(at + 1)) != null) {
                throw wrong("\"%s\" is no further name=value".formatted(words[i]));
            }
        }
        return switch (words[0]) {
            case "ramp" -> ramp();
            case "spike" -> spike();
            case "leak" -> leak();
            case "trace" -> trace();
            default -> {
                known(Set.of());
                yield new Usage.Constant(amount(words[0]));
            }
        };
    }

    private Usage ramp() {
        known(Set.of("from", "to", "over", "after"));
        return new Usage.Ramp(amountOf("from", "0"), amountOf("to", ""), positive("over"), span("after", "0s"));
    }

    private Usage spike() {
        known(Set.of("base", "peak", "after", "for", "every"));
        Optional<Duration> every = pairs.containsKey("every") ? Optional.of(positive("every")) : Optional.empty();
        return new Usage.Spike(
                amountOf("base", "0"), amountOf("peak", ""), span("after", "0s"), positive("for"), every);
    }

    private Usage leak() {
        known(Set.of("from", "rate"));
        String rate = pairs.getOrDefault("rate", "");
        int slash = rate.indexOf('/');
        Double seconds = slash < 0 ? null : SECONDS.get(rate.substring(slash + 1));
        if (seconds == null) {
            throw wrong("rate=%s is no amount per s, m or h, for example 10Mi/s".formatted(rate));
        }
        return new Usage.Leak(amountOf("from", "0"), amount(rate.substring(0, slash)) / seconds);
    }

    private Usage trace() {
        List<Usage.Point> points = new ArrayList<>();
        pairs.forEach((at, amount) -> points.add(new Usage.Point(duration(at), amount(amount))));
        for (int i = 1; i < points.size(); i++) {
            if (points.get(i).at().compareTo(points.get(i - 1).at()) <= 0) {
                throw wrong("the points of a trace stand in order of time");
            }
        }
        if (points.isEmpty()) {
            throw wrong("a trace has at least one point, for example 0s=100Mi");
        }
        return new Usage.Trace(points);
    }

    private void known(Set<String> names) {
        for (String name : pairs.keySet()) {
            if (!names.contains(name)) {
                throw wrong("\"%s\" is not known here".formatted(name));
            }
        }
    }

    private long amountOf(String name, String missing) {
        return amount(pairs.getOrDefault(name, missing));
    }

    private long amount(String amount) {
        try {
            Quantity quantity = Quantity.parse(amount);
            if (quantity.sign() >= 0) {
                return thousandths ? quantity.milliValue() : quantity.value();
            }
        } catch (QuantityFormatException _) {
            // reported below
        }
        throw wrong("\"%s\" is no amount, for example 100Mi".formatted(amount));
    }

    private Duration span(String name, String missing) {
        return duration(pairs.getOrDefault(name, missing));
    }

    private Duration positive(String name) {
        Duration span = span(name, "");
        if (span.isZero()) {
            throw wrong("%s must be longer than 0s".formatted(name));
        }
        return span;
    }

    private Duration duration(String span) {
        try {
            Duration read = GoDurationParser.parse(span);
            if (!read.isNegative()) {
                return read;
            }
        } catch (DurationFormatException _) {
            // reported below
        }
        throw wrong("\"%s\" is no time span, for example 30s".formatted(span));
    }

    private UsageException wrong(String why) {
        return new UsageException("usage \"%s\" is not valid: %s; %s".formatted(text, why, EXPECTED));
    }
}
