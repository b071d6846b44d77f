package dev.tenure.sim.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.core.Taint;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.runtime.time.Tick;
import dev.tenure.sim.invariant.StayBounds.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Between which moments a stay may have begun when the wall clock is set meanwhile.
final class StayBoundsTest {
    private static final Instant ZERO = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<Taint> TAINTS = List.of(new Taint("maintenance", "", TaintEffect.NO_EXECUTE));

    private static final Duration BACK = Duration.ofSeconds(-61);

    private final StayBounds bounds = new StayBounds();

    private static Tick tick(int seconds) {
        return new Tick(0).plus(Duration.ofSeconds(seconds));
    }

    /// The controllers know the state as of `known`.
    private static Moment moment(int second, int wall, int known) {
        return new Moment(ZERO.plusSeconds(wall), tick(second), tick(known));
    }

    private StayBounds.Start start() {
        return bounds.all().getFirst();
    }

    @Test
    void aStayBeginsWhenItsTaintComes() {
        bounds.follow(TAINTS, moment(10, 10, 10));
        assertThat(start().early()).isEqualTo(ZERO.plusSeconds(10));
        assertThat(start().seen()).hasValue(ZERO.plusSeconds(10));
    }

    @Test
    void aStayLastsAsLongWhenTheClockIsSetBack() {
        bounds.follow(TAINTS, moment(10, 10, 10));
        bounds.clockStepped(BACK, moment(11, -50, 11));
        bounds.second(moment(46, -15, 46));
        assertThat(start().early()).isEqualTo(ZERO.minusSeconds(51));
        assertThat(start().seen()).hasValue(ZERO.minusSeconds(51));
    }

    /// The controllers may have noted the taint before the step, and ended before they noted the step.
    @Test
    void aStayMayBeginByTheClockBeforeItWasSetBack() {
        bounds.follow(TAINTS, moment(10, 10, 10));
        bounds.clockStepped(BACK, moment(11, -50, 11));
        bounds.second(moment(12, -49, 11));
        bounds.second(moment(46, -15, 46));
        assertThat(start().early()).isEqualTo(ZERO.minusSeconds(51));
        assertThat(start().seen()).hasValue(ZERO.plusSeconds(10));
    }

    /// They may note it only after the step.
    @Test
    void aStayMayBeginByTheClockAfterItWasSetBack() {
        bounds.follow(TAINTS, moment(10, 10, 5));
        bounds.clockStepped(BACK, moment(11, -50, 5));
        assertThat(start().early()).isEqualTo(ZERO.minusSeconds(51));
    }

    /// They may begin again and take the clock for what it was.
    @Test
    void aStayMaySeemOlderWhenTheClockIsSetForwardWhileNobodyIsThere() {
        bounds.follow(TAINTS, moment(10, 10, 10));
        bounds.second(moment(20, 20, 12));
        bounds.clockStepped(BACK.negated(), moment(21, 82, 12));
        assertThat(start().early()).isEqualTo(ZERO.plusSeconds(10));
    }
}
