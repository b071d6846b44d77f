package dev.tenure.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SupervisorTest {
    private final SimulatedWorld world = new SimulatedWorld(Instant.parse("2026-01-01T00:00:00Z"));
    private final SimulatedWorld.SimulatedLoop loop = world.loop("loop");
    private final List<String> faults = new ArrayList<>();
    private final List<String> seen = new ArrayList<>();
    private int lives;

    SupervisorTest() {
        world.reportFaultsTo((component, about, fault) -> {
            faults.add("%s: %s: %s".formatted(component, about, fault.getMessage()));
            return "";
        });
    }

    private void note(String what) {
        seen.add("%d: %s".formatted(world.now().nanos() / 1_000_000_000, what));
    }

    private static void fail(String why) {
        throw new IllegalStateException(why);
    }

    @Test
    void aComponentThatThrowsBeginsAnewLaterAndLater() {
        new Supervisor("ticker", loop, _ -> () -> {
                    note("life " + ++lives);
                    fail("bug");
                })
                .start();
        world.advance(Duration.ofSeconds(16));
        assertThat(seen).containsExactly("0: life 1", "1: life 2", "3: life 3", "7: life 4", "15: life 5");
        assertThat(faults).hasSize(5).startsWith("loop: start: bug");
        world.advance(Duration.ofHours(1));
        assertThat(lives).as("at least every five minutes").isBetween(16, 20);
    }

    @Test
    void whatTheFormerLifeStillHadToDoIsDropped() {
        new Supervisor("ticker", loop, life -> () -> {
                    int own = ++lives;
                    life.alarm("late", world.now().plus(Duration.ofSeconds(5)), () -> note("alarm of life " + own));
                    life.work("call", () -> "", _ -> note("answer of life " + own));
                    life.hardWork("sum", () -> "", _ -> note("sum of life " + own));
                    life.supervision().atEnd(() -> note("end of life " + own));
                    if (own == 1) {
                        life.post("bug", () -> fail("bug"));
                    }
                })
                .start();
        world.advance(Duration.ofSeconds(10));
        assertThat(seen)
                .containsExactly("0: end of life 1", "1: answer of life 2", "1: sum of life 2", "6: alarm of life 2");
    }

    @Test
    void afterTenQuietMinutesTheNextPauseIsShortAgain() {
        new Supervisor("ticker", loop, life -> () -> {
                    note("life " + ++lives);
                    life.alarm("bug", world.now().plus(Duration.ofMinutes(lives == 3 ? 10 : 1)), () -> fail("bug"));
                })
                .start();
        world.advance(Duration.ofMinutes(13));
        assertThat(seen).containsExactly("0: life 1", "61: life 2", "123: life 3", "724: life 4");
    }

    @Test
    void anObjectThatIsSetAsideEndsNothingUntilItIsRegained() {
        new Supervisor("ticker", loop, life -> () -> {
                    note("life " + ++lives);
                    if (lives == 1) {
                        life.supervision().setAside("pod", new IllegalStateException("bug"));
                        life.supervision().regained("another");
                        life.alarm(
                                "regain",
                                world.now().plus(Duration.ofSeconds(9)),
                                () -> life.supervision().regained("pod"));
                    }
                })
                .start();
        world.advance(Duration.ofSeconds(20));
        assertThat(seen).containsExactly("0: life 1", "10: life 2");
        assertThat(faults).containsExactly("loop: pod: bug");
    }

    @Test
    void aCallThatFailsAsOnlyABugDoesIsReportedAndAnswered() {
        new Supervisor("ticker", loop, life -> () -> {
                    life.work("bug", () -> List.of().getFirst(), _ -> note("told"));
                    life.work(
                            "refused",
                            () -> {
                                throw new IOException("away");
                            },
                            _ -> note("told"));
                })
                .start();
        world.settle();
        assertThat(seen).containsExactly("0: told", "0: told");
        assertThat(faults).hasSize(1).first().asString().startsWith("loop: bug");
    }

    @Test
    void aSupervisorThatIsEndedMakesNothingAnew() {
        var supervisor = new Supervisor("ticker", loop, _ -> () -> {
            lives++;
            fail("bug");
        });
        supervisor.start();
        world.settle();
        supervisor.end();
        world.advance(Duration.ofHours(1));
        assertThat(lives).isEqualTo(1);
    }

    @Test
    void withoutAReporterAFaultEndsTheSimulation() {
        var strict = new SimulatedWorld(Instant.EPOCH);
        new Supervisor("ticker", strict.loop("loop"), _ -> () -> fail("bug")).start();
        assertThatThrownBy(strict::settle).hasRootCauseMessage("bug");
    }
}
