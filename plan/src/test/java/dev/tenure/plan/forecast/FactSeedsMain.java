package dev.tenure.plan.forecast;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.plan.change.ChangeWords;
import dev.tenure.plan.forecast.FactCheck.Chance;
import dev.tenure.plan.forecast.FactCheck.Result;
import dev.tenure.plan.forecast.ForecastScenarios.ForecastCase;
import java.util.EnumMap;
import java.util.Map;

/// Holds forecasts of clusters made by chance against facts, from one seed to another, and prints where they
/// differ.
final class FactSeedsMain {
    private enum Outcome {
        SAME("as forecast"),
        TIED("but for ties"),
        OPEN("as forecast in who leaves, the rest is open"),
        REFUSED("refused by both, nothing compared"),
        WRONG("different");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }
    }

    private final Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
    private int left;

    private FactSeedsMain() {}

    public static void main(String[] arguments) {
        var seeds = new FactSeedsMain();
        for (long seed = Long.parseLong(arguments[0]); seed < Long.parseLong(arguments[1]); seed++) {
            ForecastCase scenario = RandomChange.of(seed);
            for (Semantics semantics : Semantics.values()) {
                String name = "seed %d, %s".formatted(seed, semantics.word());
                Outcome outcome = seeds.play(name, scenario, semantics);
                seeds.counts.merge(outcome, 1, Integer::sum);
                System.out.println(name + ": " + outcome.words);
            }
        }
        for (Outcome outcome : Outcome.values()) {
            System.out.println(seeds.counts.getOrDefault(outcome, 0) + " " + outcome.words);
        }
        System.out.println(seeds.left + " pods left");
    }

    private Outcome play(String name, ForecastCase scenario, Semantics semantics) {
        try {
            Result plain = FactCheck.ofChance(scenario, semantics, Chance.OTHER);
            left += plain.left();
            if (plain.agrees()) {
                return switch (plain.extent()) {
                    case ALL -> Outcome.SAME;
                    case WHO_LEAVES -> Outcome.OPEN;
                    case NOTHING -> Outcome.REFUSED;
                };
            }
            Result equal = FactCheck.ofChance(scenario, semantics, Chance.EQUAL);
            if (equal.agrees() && plain.tied()) {
                return Outcome.TIED;
            }
            System.out.println("DIFFERS " + name + ", " + ChangeWords.of(scenario.change()) + " (before: "
                    + ChangeWords.of(scenario.before().change()) + " "
                    + scenario.before().at() + ")" + (equal.agrees() ? " but for chance, untold" : ""));
            (equal.agrees() ? plain : equal).differences().forEach(line -> System.out.println("    " + line));
        } catch (RuntimeException e) {
            System.out.println("FAILS " + name + ": " + e);
            for (int i = 0; i < Math.min(6, e.getStackTrace().length); i++) {
                System.out.println("      at " + e.getStackTrace()[i]);
            }
        }
        return Outcome.WRONG;
    }
}
