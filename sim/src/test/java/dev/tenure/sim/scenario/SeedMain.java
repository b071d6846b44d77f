package dev.tenure.sim.scenario;

import dev.tenure.sim.world.Substitutes;
import java.time.Duration;
import java.util.ArrayList;

/// Runs one seed for some minutes and prints what happened and what came out.
final class SeedMain {
    private SeedMain() {}

    public static void main(String[] arguments) {
        var entries = new ArrayList<RunTimeline.Entry>();
        Scenario.Outcome outcome =
                new Runs().run(Long.parseLong(arguments[0]), Duration.ofMinutes(12), Substitutes.NONE, entries);
        entries.forEach(System.out::println);
        System.out.println(outcome);
    }
}
