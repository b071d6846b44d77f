package dev.tenure.sim.scenario;

import dev.tenure.sim.world.Substitutes;
import java.time.Duration;
import java.util.ArrayList;

/// Runs one seed for some minutes and prints what happened and what came out.
final class SeedMain {
    private SeedMain() {}

    public static void main(String[] arguments) {
        System.out.print(trace(new Runs(), Long.parseLong(arguments[0])));
    }

    /// A line for each thing that happened, and one for what came out.
    static String trace(Runs runs, long seed) {
        var entries = new ArrayList<RunTimeline.Entry>();
        Scenario.Outcome outcome = runs.run(seed, Duration.ofMinutes(12), Substitutes.NONE, entries);
        var trace = new StringBuilder();
        entries.forEach(entry -> trace.append(entry).append('\n'));
        return trace.append(outcome).append('\n').toString();
    }
}
