package dev.tenure.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.sim.report.Timeline;
import dev.tenure.sim.world.Substitutes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// An hour each of a cluster of 20 nodes in three zones with 200 pods, with 30 faults.
///
/// The system property `tenure.seeds` says how many seeds, `tenure.seeds.from` the first one.
final class SeedsTest {
    private static final int SEEDS = Integer.getInteger("tenure.seeds", 12);
    private static final int FROM = Integer.getInteger("tenure.seeds.from", 0);

    @Test
    void everythingHoldsUnderEverySeed() {
        var runs = new Runs();
        var broken = new ArrayList<String>();
        for (long seed = FROM; seed < FROM + SEEDS; seed++) {
            Scenario.Outcome outcome = runs.run(seed);
            long number = seed;
            outcome.violation().ifPresent(violation -> broken.add("seed %d: %s".formatted(number, violation)));
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void equalSeedsGiveEqualRuns() {
        var first = new ArrayList<Timeline.Entry>();
        var second = new ArrayList<Timeline.Entry>();
        Duration span = Duration.ofMinutes(20);
        Scenario.Outcome one = new Runs().run(7, span, Substitutes.NONE, first);
        Scenario.Outcome other = new Runs().run(7, span, Substitutes.NONE, second);
        assertThat(one.counts().writes()).isGreaterThan(500);
        assertThat(second).isEqualTo(first).isNotEmpty();
        assertThat(other).isEqualTo(one);
    }

    @Test
    void heartbeatsThatAreLeftOutChangeNothingElse() {
        var runs = new Runs();
        for (long seed : new long[] {3, 8}) {
            var without = new ArrayList<Timeline.Entry>();
            Scenario.Outcome few = runs.run(seed, Duration.ofHours(1), Substitutes.NONE, without);
            var with = new ArrayList<Timeline.Entry>();
            var settings = new Scenario.Settings(seed, Runs.FAULTS, Duration.ofHours(1), true);
            Scenario.Outcome all = new Scenario(runs.world(seed), settings, Substitutes.NONE, with::add).run();
            assertThat(without).as("seed %d", seed).isEqualTo(with);
            assertThat(few.counts().writes()).isLessThan(all.counts().writes());
        }
    }

    @Test
    void anotherProcessRunsASeedTheSame() throws IOException, InterruptedException {
        assertThat(trace()).isEqualTo(trace()).contains("writes=");
    }

    /// The outcome that a process of its own prints.
    private static String trace() throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = List.of(
                java,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SeedMain.class.getName(),
                "11");
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return printed;
    }
}
