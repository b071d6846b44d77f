package dev.tenure.kubelet.eviction.threshold;

import dev.tenure.model.quantity.DurationFormatException;
import dev.tenure.model.quantity.GoDurationParser;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.QuantityFormatException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Settings → thresholds, with upstream's precedence and words of refusal: hard values, soft values,
/// grace periods, minimum reclaims, then what is missing. Of several wrong signals in one map the first
/// by name is reported (upstream: any).
///
/// `0%` and `100%` drop their entry. If limits are enforced for all pods, every hard threshold of memory
/// also stands for the memory of all pods. Upstream: ParseThresholdConfig in eviction/helpers.go.
public final class ThresholdParser {
    private static final String ALLOCATABLE_FOR_PODS = "pods";

    private final ThresholdSettings settings;
    private int entries;

    private ThresholdParser(ThresholdSettings settings) {
        this.settings = settings;
    }

    /// The thresholds in upstream's order: hard, soft, those of all pods.
    ///
    /// @throws ThresholdException when upstream's kubelet would not start
    public static List<Threshold> parse(ThresholdSettings settings) {
        return new ThresholdParser(settings).read();
    }

    private List<Threshold> read() {
        Map<Signal, ThresholdValue> hard = values(settings.hard());
        Map<Signal, ThresholdValue> soft = values(settings.soft());
        Map<Signal, Duration> graces = graces();
        Map<Signal, ThresholdValue> reclaims = reclaims();
        var thresholds = new ArrayList<Threshold>();
        hard.forEach((signal, value) -> thresholds.add(threshold(signal, value, Duration.ZERO, reclaims)));
        soft.forEach((signal, value) -> {
            Duration grace = graces.get(signal);
            if (grace == null) {
                throw new ThresholdException(
                        "grace period must be specified for the soft eviction threshold " + signal);
            }
            thresholds.add(threshold(signal, value, grace, reclaims));
        });
        return settings.enforceNodeAllocatable().contains(ALLOCATABLE_FOR_PODS)
                ? withAllocatable(thresholds)
                : List.copyOf(thresholds);
    }

    private Threshold threshold(
            Signal signal, ThresholdValue value, Duration grace, Map<Signal, ThresholdValue> reclaims) {
        Optional<ThresholdValue> reclaim = Optional.ofNullable(reclaims.get(signal));
        boolean alike = value instanceof ThresholdValue.Share && reclaim.isEmpty();
        return new Threshold(signal, false, value, grace, reclaim, alike ? 0 : ++entries);
    }

    /// Appends, for every hard threshold of the node's memory, the same for the memory of all pods.
    public static List<Threshold> withAllocatable(List<Threshold> thresholds) {
        var all = new ArrayList<>(thresholds);
        thresholds.stream()
                .filter(each -> each.signal() == Signal.MEMORY_AVAILABLE && each.hard())
                .map(each -> each.forSignal(Signal.ALLOCATABLE_MEMORY_AVAILABLE))
                .forEach(all::add);
        return List.copyOf(all);
    }

    private static Signal signal(String word) {
        return Signal.ofWord(word).orElseThrow(() -> new ThresholdException("unsupported eviction signal " + word));
    }

    private static Map<Signal, ThresholdValue> values(Map<String, String> texts) {
        Map<Signal, ThresholdValue> values = new EnumMap<>(Signal.class);
        texts.forEach((word, text) -> {
            Signal signal = signal(word);
            value(signal, text).ifPresent(value -> values.put(signal, value));
        });
        return values;
    }

    private static Optional<ThresholdValue> value(Signal signal, String text) {
        if (!PercentageParser.isPercentage(text)) {
            Quantity quantity = quantity(text);
            if (quantity.sign() <= 0) {
                throw new ThresholdException("eviction threshold %s must be positive: %s".formatted(signal, quantity));
            }
            return Optional.of(new ThresholdValue.Amount(quantity));
        }
        if (text.equals("0%") || text.equals("100%")) {
            return Optional.empty();
        }
        float fraction = PercentageParser.parse(text);
        if (fraction < 0) {
            throw new ThresholdException("eviction percentage threshold %s must be >= 0%%: %s".formatted(signal, text));
        }
        if (fraction > 1) {
            throw new ThresholdException(
                    "eviction percentage threshold %s must be <= 100%%: %s".formatted(signal, text));
        }
        return Optional.of(new ThresholdValue.Share(fraction));
    }

    private static Duration grace(String text) {
        try {
            return GoDurationParser.parse(text);
        } catch (DurationFormatException e) {
            throw new ThresholdException(String.valueOf(e.getMessage()));
        }
    }

    private Map<Signal, Duration> graces() {
        Map<Signal, Duration> graces = new EnumMap<>(Signal.class);
        settings.softGracePeriod().forEach((word, text) -> {
            Signal signal = signal(word);
            Duration grace = grace(text);
            if (grace.isNegative()) {
                throw new ThresholdException(
                        "invalid eviction grace period specified: %s, must be a positive value".formatted(text));
            }
            graces.put(signal, grace);
        });
        return graces;
    }

    private Map<Signal, ThresholdValue> reclaims() {
        Map<Signal, ThresholdValue> reclaims = new EnumMap<>(Signal.class);
        settings.minimumReclaim().forEach((word, text) -> {
            Signal signal = signal(word);
            reclaims.put(signal, reclaim(signal, text));
        });
        return reclaims;
    }

    private static ThresholdValue reclaim(Signal signal, String text) {
        if (PercentageParser.isPercentage(text)) {
            float fraction = PercentageParser.parse(text);
            if (fraction <= 0) {
                throw new ThresholdException(
                        "eviction percentage minimum reclaim %s must be positive: %s".formatted(signal, text));
            }
            return new ThresholdValue.Share(fraction);
        }
        Quantity quantity = quantity(text);
        if (quantity.sign() < 0) {
            throw new ThresholdException("negative eviction minimum reclaim specified for " + signal);
        }
        return new ThresholdValue.Amount(quantity);
    }

    private static Quantity quantity(String text) {
        try {
            return Quantity.parse(text);
        } catch (QuantityFormatException e) {
            throw new ThresholdException(String.valueOf(e.getMessage()));
        }
    }
}
