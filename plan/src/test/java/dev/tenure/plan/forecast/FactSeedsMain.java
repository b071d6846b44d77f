package dev.tenure.plan.forecast;

import dev.tenure.controllers.tainteviction.Semantics;
import dev.tenure.plan.change.ChangeWords;
import dev.tenure.plan.forecast.FactCheck.Chance;
import dev.tenure.plan.forecast.FactCheck.Result;
import dev.tenure.plan.forecast.ForecastScenarios.ForecastCase;

/// Holds forecasts of clusters made by chance against facts, from one seed to another, and prints where they differ.
final class FactSeedsMain {
    private FactSeedsMain() {}

    public static void main(String[] arguments) {
        int same = 0;
        int tied = 0;
        int wrong = 0;
        int left = 0;
        for (long seed = Long.parseLong(arguments[0]); seed < Long.parseLong(arguments[1]); seed++) {
            ForecastCase scenario = RandomChange.of(seed);
            for (Semantics semantics : Semantics.values()) {
                String name = "seed %d, %s, %s".formatted(seed, semantics.word(), ChangeWords.of(scenario.change()));
                try {
                    Result plain = FactCheck.ofChance(scenario, semantics, Chance.OTHER);
                    left += plain.left();
                    if (plain.agrees()) {
                        same++;
                        continue;
                    }
                    Result equal = FactCheck.ofChance(scenario, semantics, Chance.EQUAL);
                    if (equal.agrees() && plain.tied()) {
                        tied++;
                        continue;
                    }
                    wrong++;
                    System.out.println("DIFFERS " + name + " (before: "
                            + ChangeWords.of(scenario.before().change()) + " "
                            + scenario.before().at() + ")" + (equal.agrees() ? " but for chance, untold" : ""));
                    (equal.agrees() ? plain : equal).differences().forEach(line -> System.out.println("    " + line));
                } catch (RuntimeException e) {
                    wrong++;
                    System.out.println("FAILS " + name + ": " + e);
                    for (int i = 0; i < Math.min(6, e.getStackTrace().length); i++) {
                        System.out.println("      at " + e.getStackTrace()[i]);
                    }
                }
            }
        }
        System.out.printf("%d as forecast, %d but for ties, %d different; %d pods left%n", same, tied, wrong, left);
    }
}
