package dev.tenure.kubelet.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class HeartbeatTimersTest {
    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final Tick START = new Tick(123_456_789);
    private static final int ALL = Integer.MAX_VALUE;

    private final HeartbeatTimers timers = new HeartbeatTimers(PERIOD);

    /// The moments of the next beats, all of which are taken.
    private List<Tick> beats(int count) {
        var beats = new ArrayList<Tick>();
        for (int i = 0; i < count; i++) {
            Tick next = timers.nextBeat().orElseThrow();
            beats.add(next);
            assertThat(timers.takeDue(next, ALL)).isNotEmpty();
        }
        return beats;
    }

    @Test
    void theFirstBeatIsAtOnceAndFromTheSecondOnThereIsOneAPeriod() {
        timers.add("node-1", START);
        List<Tick> beats = beats(5);
        assertThat(beats.getFirst()).isEqualTo(START);
        assertThat(beats.get(1).since(START)).isPositive().isLessThanOrEqualTo(PERIOD);
        for (int i = 2; i < beats.size(); i++) {
            assertThat(beats.get(i).since(beats.get(i - 1))).isEqualTo(PERIOD);
        }
    }

    @Test
    void whoBeatsLateIsBackOnItsGridAtTheNextBeat() {
        timers.add("node-1", START);
        Tick onGrid = beats(2).getLast();
        Tick late = onGrid.plus(PERIOD).plus(Duration.ofSeconds(3));
        assertThat(timers.takeDue(late, ALL)).containsExactly("node-1");
        assertThat(timers.nextBeat()).hasValue(onGrid.plus(PERIOD.multipliedBy(2)));
    }

    @Test
    void noBeatIsDueBeforeItsMoment() {
        timers.add("node-1", START);
        assertThat(timers.takeDue(START.plus(Duration.ofNanos(-1)), ALL)).isEmpty();
        assertThat(timers.takeDue(START, ALL)).containsExactly("node-1");
        assertThat(timers.takeDue(START, ALL)).isEmpty();
    }

    @Test
    void manyNodesAreSpreadOverThePeriod() {
        IntStream.range(0, 1_000).forEach(i -> timers.add("node-" + i, START));
        assertThat(timers.takeDue(START, ALL)).hasSize(1_000);
        int taken = 0;
        int most = 0;
        while (taken < 1_000) {
            int together = timers.takeDue(timers.nextBeat().orElseThrow(), ALL).size();
            most = Math.max(most, together);
            taken += together;
        }
        assertThat(most).as("beats at one moment, of which there are 200").isLessThan(50);
    }

    @Test
    void atMostSoManyBeatAtOnceAndTheOthersAreDueStill() {
        List.of("a", "b", "c").forEach(node -> timers.add(node, START));
        assertThat(timers.takeDue(START, 2)).containsExactly("a", "b");
        assertThat(timers.nextBeat()).hasValue(START);
        assertThat(timers.takeDue(START, 2)).containsExactly("c");
    }

    @Test
    void whoIsThereAlreadyKeepsItsRhythm() {
        timers.add("node-1", START);
        Tick next = beats(2).getLast().plus(PERIOD);
        timers.add("node-1", START.plus(Duration.ofSeconds(1)));
        timers.resume("node-1", START.plus(Duration.ofSeconds(1)));
        assertThat(timers.nextBeat()).hasValue(next);
    }

    @Test
    void whoGoesOnBeatsWhenItWouldHaveAnyway() {
        timers.add("node-1", START);
        Tick onGrid = beats(2).getLast();
        timers.remove("node-1");
        assertThat(timers.nextBeat()).isEmpty();
        timers.resume("node-1", onGrid.plus(Duration.ofSeconds(25)));
        assertThat(timers.nextBeat()).hasValue(onGrid.plus(Duration.ofSeconds(30)));
    }

    @Test
    void oneNodeMayBeatMoreOftenThanTheOthers() {
        Duration own = Duration.ofSeconds(3);
        timers.period("quick", own);
        assertThat(timers.period("quick")).isEqualTo(own);
        assertThat(timers.period("usual")).isEqualTo(PERIOD);
        timers.add("quick", START);
        List<Tick> beats = beats(4);
        assertThat(beats.get(3).since(beats.get(2))).isEqualTo(own);
        timers.period("quick", PERIOD);
        assertThat(timers.period("quick")).isEqualTo(PERIOD);
        List<Tick> later = beats(3);
        assertThat(later.get(2).since(later.get(1))).isEqualTo(PERIOD);
    }

    @Test
    void whoIsForgottenHasNoPeriodOfItsOwn() {
        timers.period("quick", Duration.ofSeconds(3));
        timers.add("quick", START);
        timers.forget("quick");
        assertThat(timers.nextBeat()).isEmpty();
        assertThat(timers.period("quick")).isEqualTo(PERIOD);
    }

    @Test
    void aBeatOnTheGridIsInRhythmAndNoOther() {
        timers.add("node-1", START);
        Tick onGrid = beats(2).getLast();
        assertThat(timers.inRhythm("node-1", onGrid)).isTrue();
        assertThat(timers.inRhythm("node-1", onGrid.plus(PERIOD))).isTrue();
        assertThat(timers.inRhythm("node-1", onGrid.plus(Duration.ofNanos(1)))).isFalse();
    }
}
