package dev.tenure.rules.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class HeldStatesTest {
    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

    @Test
    void everyStateIsHeldByItsAnnotationAlwaysOrBeforeItsEnd() {
        for (HeldState state : HeldState.values()) {
            HeldStates always = HeldStates.of(Map.of(state.annotation(), "always"));
            assertThat(always.at(NOON)).containsExactly(state);
            HeldStates until = HeldStates.of(Map.of(state.annotation(), NOON.toString()));
            assertThat(until.at(NOON.minusNanos(1))).containsExactly(state);
            assertThat(until.at(NOON)).isEmpty();
        }
    }

    @Test
    void whatCannotBeReadIsReportedAndHoldsNothing() {
        HeldStates states = HeldStates.of(Map.of(
                HeldStates.PREFIX + "sleepy", "always", HeldState.NOT_READY.annotation(), "5m", "other", "always"));
        assertThat(states.at(NOON)).isEmpty();
        assertThat(states.refused()).hasSize(2);
        assertThat(states.refused().get(0)).contains("not-ready: \"5m\" is neither");
        assertThat(states.refused().get(1)).contains("\"sleepy\" is no state").contains("network-unavailable");
    }

    @Test
    void aTextReadsBackAsTheSameHold() {
        assertThat(Hold.ofText(new Hold.Always().text())).contains(new Hold.Always());
        assertThat(Hold.ofText(new Hold.Until(NOON).text())).contains(new Hold.Until(NOON));
    }
}
