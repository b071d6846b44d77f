package dev.tenure.rules.feature;

import dev.tenure.model.meta.Frozen;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Which features somebody has switched on or off; the others are as they are by default.
public record FeatureGates(Map<FeatureGate, Boolean> switched) {
    public static final FeatureGates STANDARD = new FeatureGates(Map.of());

    public FeatureGates {
        switched = Frozen.map(switched);
    }

    /// Reads names and `true` or `false`, as they stand in flags and configurations.
    ///
    /// @throws IllegalArgumentException when a gate is not known or a value is something else
    public static FeatureGates parse(Map<String, String> texts) {
        Map<FeatureGate, Boolean> switched = new EnumMap<>(FeatureGate.class);
        texts.forEach((name, value) -> switched.put(gate(name), on(name, value)));
        return new FeatureGates(switched);
    }

    private static FeatureGate gate(String name) {
        return Arrays.stream(FeatureGate.values())
                .filter(gate -> gate.word().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unrecognized feature gate \"%s\"; there are %s".formatted(name, names())));
    }

    private static boolean on(String name, String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        "feature gate %s is \"%s\"; expected true or false".formatted(name, value));
        };
    }

    /// The names of all gates.
    public static Set<String> known() {
        return Arrays.stream(FeatureGate.values())
                .map(FeatureGate::word)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// The names of all gates, with commas between.
    public static String names() {
        return String.join(", ", known());
    }

    public boolean on(FeatureGate gate) {
        return switched.getOrDefault(gate, gate.standard());
    }

    /// Whether tolerations may compare numbers.
    public boolean comparisonOperators() {
        return on(FeatureGate.TAINT_TOLERATION_COMPARISON_OPERATORS);
    }
}
