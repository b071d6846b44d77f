package dev.tenure.kubelet.configuration;

import dev.tenure.kubelet.eviction.threshold.ThresholdException;
import dev.tenure.kubelet.eviction.threshold.ThresholdParser;
import dev.tenure.kubelet.eviction.threshold.ThresholdSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Every entry of the eviction settings because of which the kubelet does not start, in its words. The
/// kubelet itself names one.
final class ThresholdMistakesRule {
    private static final String ANY_GRACE = "1s";

    private ThresholdMistakesRule() {}

    static List<Mistake> check(ThresholdSettings settings) {
        var mistakes = new ArrayList<Mistake>();
        settings.hard()
                .forEach((signal, text) ->
                        alone("evictionHard", signal, mistakes, one(Map.of(signal, text), none(), none(), none())));
        settings.soft()
                .forEach((signal, text) -> alone(
                        "evictionSoft",
                        signal,
                        mistakes,
                        one(none(), Map.of(signal, text), Map.of(signal, ANY_GRACE), none())));
        settings.softGracePeriod()
                .forEach((signal, text) -> alone(
                        "evictionSoftGracePeriod",
                        signal,
                        mistakes,
                        one(none(), none(), Map.of(signal, text), none())));
        settings.minimumReclaim()
                .forEach((signal, text) -> alone(
                        "evictionMinimumReclaim", signal, mistakes, one(none(), none(), none(), Map.of(signal, text))));
        withoutGrace(settings, mistakes);
        return mistakes;
    }

    private static Map<String, String> none() {
        return Map.of();
    }

    private static ThresholdSettings one(
            Map<String, String> hard,
            Map<String, String> soft,
            Map<String, String> graces,
            Map<String, String> reclaims) {
        return new ThresholdSettings(hard, soft, graces, reclaims, List.of());
    }

    private static void alone(String map, String signal, List<Mistake> mistakes, ThresholdSettings entry) {
        try {
            ThresholdParser.parse(entry);
        } catch (ThresholdException e) {
            mistakes.add(new Mistake(
                    "invalid-threshold", map + "." + signal, "the kubelet does not start: " + e.getMessage()));
        }
    }

    private static void withoutGrace(ThresholdSettings settings, List<Mistake> mistakes) {
        settings.soft().forEach((signal, value) -> {
            boolean dropped = value.equals("0%") || value.equals("100%");
            if (!dropped && !settings.softGracePeriod().containsKey(signal)) {
                mistakes.add(new Mistake(
                        "soft-without-grace",
                        "evictionSoft." + signal,
                        "the kubelet does not start: every soft threshold needs an entry in evictionSoftGracePeriod,"
                                + " for example " + signal + ": 1m30s"));
            }
        });
    }
}
