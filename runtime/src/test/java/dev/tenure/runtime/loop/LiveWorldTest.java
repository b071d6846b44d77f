package dev.tenure.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tenure.runtime.io.Batch;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LiveWorldTest {
    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    private final List<Throwable> faults = new CopyOnWriteArrayList<>();
    private final SimulatedWorld world = new SimulatedWorld(EPOCH);
    private final LiveWorld live = new LiveWorld(world, new SystemTime(), this::failed);

    private String failed(String component, String about, Throwable cause) {
        faults.add(cause);
        return "";
    }

    @AfterEach
    void close() {
        live.close();
    }

    /// A loop that counts up at each post, and rings `after` later.
    private EventLoop ringing(List<Tick> rung, Duration after) {
        EventLoop loop = live.ask(() -> world.loop("ringing"));
        live.ask(() -> {
            loop.alarm(
                    "ring",
                    loop.time().now().plus(after),
                    () -> rung.add(loop.time().now()));
            return true;
        });
        return loop;
    }

    @Test
    void aClockStandsUntilItIsMoved() {
        var rung = new ArrayList<Tick>();
        ringing(rung, Duration.ofSeconds(90));

        assertThat(live.ask(() -> List.copyOf(rung))).isEmpty();
        live.advance(Duration.ofSeconds(89));
        assertThat(live.ask(() -> List.copyOf(rung))).isEmpty();
        live.advance(Duration.ofMillis(1_500));

        assertThat(live.ask(() -> List.copyOf(rung)))
                .containsExactly(new Tick(Duration.ofSeconds(90).toNanos()));
        assertThat(world.wall()).isEqualTo(EPOCH.plusMillis(90_500));
        assertThat(live.runs()).isFalse();
    }

    private static boolean held(CountDownLatch until) {
        try {
            until.await();
            return true;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whoIsInterruptedIsToldSo() {
        var asked = new CountDownLatch(1);
        Thread.currentThread().interrupt();
        assertThatIllegalStateException()
                .isThrownBy(() -> live.ask(() -> held(asked)))
                .withMessage("interrupted while waiting for the world");
        assertThat(Thread.interrupted()).isTrue();
        asked.countDown();
        assertThat(live.ask(() -> true)).isTrue();
    }

    @Test
    void aStepGoesToTheNextEvent() {
        var rung = new ArrayList<Tick>();
        ringing(rung, Duration.ofMinutes(5));

        assertThat(live.step(HOUR)).isEqualTo(Duration.ofMinutes(5));
        assertThat(live.ask(rung::size)).isEqualTo(1);
        assertThat(live.step(HOUR)).isEqualTo(HOUR);
        assertThat(world.wall()).isEqualTo(EPOCH.plus(Duration.ofMinutes(65)));
    }

    @Test
    void othersPostFromTheirThreads() throws Exception {
        var seen = new ArrayList<Integer>();
        EventLoop loop = live.open(live.ask(() -> world.loop("shared")));
        List<Integer> numbers = IntStream.range(0, 1_000).boxed().toList();

        Batch.run(numbers, 8, number -> loop.post("number", () -> seen.add(number)), _ -> {});

        assertThat(live.ask(() -> List.copyOf(seen))).containsExactlyInAnyOrderElementsOf(numbers);
        assertThat(faults).isEmpty();
    }

    /// Turns without time until it is told to stop, or gives up.
    private static final class Restless {
        private static final int TURNS_MAX = 50_000_000;

        private final EventLoop loop;
        private final CountDownLatch begun = new CountDownLatch(1);
        private boolean told;
        private int turns;

        private Restless(EventLoop loop) {
            this.loop = loop;
        }

        private void turn() {
            begun.countDown();
            turns++;
            if (!told && turns < TURNS_MAX) {
                loop.post("turn", this::turn);
            }
        }
    }

    @Test
    void whoTurnsWithoutTimeHearsWhatOthersPost() throws InterruptedException {
        var restless = new Restless(live.open(live.ask(() -> world.loop("restless"))));

        restless.loop.post("turn", restless::turn);
        restless.begun.await();
        restless.loop.post("told", () -> restless.told = true);

        assertThat(live.ask(() -> restless.turns)).isBetween(1, Restless.TURNS_MAX - 1);
    }

    @Test
    void anAlarmThatAnotherThreadSetsRings() {
        var rung = new ArrayList<Tick>();
        EventLoop loop = live.open(live.ask(() -> world.loop("ringing")));

        loop.alarm("ring", new Tick(HOUR.toNanos()), () -> rung.add(loop.time().now()));
        live.advance(HOUR);

        assertThat(live.ask(() -> List.copyOf(rung))).containsExactly(new Tick(HOUR.toNanos()));
    }

    @Test
    void aClockThatRunsRings() throws InterruptedException {
        var rang = new CountDownLatch(1);
        EventLoop loop = live.ask(() -> world.loop("ringing"));
        live.ask(() -> {
            loop.alarm("ring", loop.time().now().plus(HOUR), rang::countDown);
            return true;
        });

        live.run(36_000);
        rang.await();
        live.stand();

        Instant stopped = world.wall();
        assertThat(stopped).isAfterOrEqualTo(EPOCH.plus(HOUR));
        assertThat(live.ask(world::wall)).isEqualTo(stopped);
    }

    @Test
    void aQuestionThatFailsIsTheAskersAlone() {
        assertThatIllegalStateException()
                .isThrownBy(() -> live.ask(() -> {
                    throw new IllegalArgumentException("no");
                }));
        assertThat(live.ask(() -> 1)).isEqualTo(1);
    }

    @Test
    void aSpeedIsAPositiveNumber() {
        for (double none : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatIllegalArgumentException().as("%s", none).isThrownBy(() -> live.run(none));
        }
        assertThat(live.runs()).isFalse();
    }

    @Test
    void anEventThatThrowsIsToldAndTheClockGoesOn() {
        EventLoop loop = live.ask(() -> world.loop("throwing"));
        var rung = new ArrayList<Tick>();
        ringing(rung, Duration.ofSeconds(20));
        live.open(loop).post("throw", () -> {
            throw new IllegalArgumentException("no");
        });

        live.advance(Duration.ofSeconds(30));

        assertThat(faults).singleElement().isInstanceOf(IllegalArgumentException.class);
        assertThat(live.ask(rung::size)).isEqualTo(1);
    }

    @Test
    void nobodyWaitsForAWorldThatIsClosed() {
        live.close();

        assertThatIllegalStateException().isThrownBy(() -> live.advance(HOUR)).withMessage("the world is closed");
    }
}
