package dev.tenure.controllers.ttl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TtlRuleTest {
    private static int secondsFor(int nodes) {
        return TtlRule.seconds(TtlRule.next(0, nodes));
    }

    @Test
    void largerClustersBelieveLonger() {
        assertThat(secondsFor(0)).isZero();
        assertThat(secondsFor(100)).isZero();
        assertThat(secondsFor(101)).isEqualTo(15);
        assertThat(secondsFor(501)).isEqualTo(30);
        assertThat(secondsFor(1_001)).isEqualTo(60);
        assertThat(secondsFor(2_001)).isEqualTo(300);
        assertThat(secondsFor(10_001)).isEqualTo(600);
    }

    @Test
    void aClusterThatShrinksALittleStaysOnItsStep() {
        int step = TtlRule.next(0, 101);

        assertThat(TtlRule.seconds(TtlRule.next(step, 90))).isEqualTo(15);
        assertThat(TtlRule.seconds(TtlRule.next(step, 89))).isZero();
    }

    @Test
    void aClusterThatFallsAndGrowsAtOnceTakesSeveralSteps() {
        int step = TtlRule.next(0, 20_000);

        assertThat(TtlRule.seconds(step)).isEqualTo(600);
        assertThat(TtlRule.seconds(TtlRule.next(step, 10))).isZero();
    }
}
