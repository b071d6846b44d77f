package dev.tenure.plan.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.forecast.EvictionPlan.Span;
import dev.tenure.plan.forecast.SpanRule.Silence;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SpanRuleTest {
    private static final ForecastOptions.Monitor MONITOR = ForecastOptions.Monitor.STANDARD;

    private static Duration at(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    private static Span span(long earliest, long latest) {
        return new Span(at(earliest), at(latest));
    }

    @Test
    void aNodeMayHaveBeenHeardOfTenSecondsBeforeItFellSilent() {
        Silence node = Silence.at(at(0), Optional.empty(), at(55), at(55), at(55));

        assertThat(SpanRule.ofSilence(at(355), node, MONITOR)).isEqualTo(span(340, 360));
    }

    @Test
    void itsLeaseTellsWhenItWasHeardOf() {
        Silence node = Silence.at(at(0), Optional.of(at(-3)), at(55), at(55), at(55));

        assertThat(SpanRule.ofSilence(at(355), node, MONITOR)).isEqualTo(span(347, 360));
    }

    @Test
    void aLeaseThatWasRenewedSinceTellsNothing() {
        Silence node = Silence.at(at(100), Optional.of(at(-3)), at(155), at(155), at(155));

        assertThat(SpanRule.ofSilence(at(455), node, MONITOR)).isEqualTo(span(440, 460));
    }

    @Test
    void eachNodeOfAZoneMayBeTheFirstOrTheLastOneAndTheZonePartlyDisruptedBefore() {
        Silence node = Silence.at(at(0), Optional.empty(), at(65), at(55), at(85));

        assertThat(SpanRule.ofSilence(at(365), node, MONITOR)).isEqualTo(span(340, 400));
    }

    @Test
    void whatTheForecastTellsLiesAlwaysBetween() {
        Silence node = new Silence(at(-40), at(-40), at(55), at(55), at(55));

        assertThat(SpanRule.ofSilence(at(55), node, MONITOR)).isEqualTo(span(10, 55));
        assertThat(SpanRule.ofSilence(at(55), new Silence(at(-70), at(-70), at(55), at(55), at(55)), MONITOR))
                .isEqualTo(span(0, 55));
    }

    @Test
    void theCollectorWaitsForTwoToFourOfItsLooks() {
        assertThat(SpanRule.ofCollection(at(60), at(5))).isEqualTo(span(45, 85));
    }

    @Test
    void whoFollowsAnotherMayGoAsMuchSoonerOrLater() {
        Span before = span(340, 360);

        assertThat(SpanRule.shifted(at(400), at(355), before)).isEqualTo(span(380, 410));
        assertThat(SpanRule.around(at(400), Optional.empty(), List.of(span(380, 410), span(390, 420))))
                .isEqualTo(span(380, 420));
        assertThat(SpanRule.around(at(400), Optional.of(span(370, 405)), List.of(span(380, 410))))
                .isEqualTo(span(370, 410));
    }

    @Test
    void podsThatShareABudgetMayGoInAnyOrder() {
        assertThat(SpanRule.ofTurns(at(5), at(0), at(10))).isEqualTo(span(0, 15));
    }
}
