package dev.tenure.simnodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.quantity.GoDuration;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// When containers that are asked to stop have stopped, whatever grace somebody gives them.
final class StoppedAtTest {
    private static final Instant ASKED = Instant.parse("2026-01-01T00:00:00Z");

    private static Instant stopped(long graceSeconds, Duration stopDelay) {
        var deletion = new ObjectMeta.Deletion(ASKED.plus(GoDuration.ofSeconds(graceSeconds)), graceSeconds);
        var declared = new Declared(Duration.ZERO, Optional.empty(), 0, stopDelay);
        return ContainersRule.stoppedAt(deletion, declared, UnaryOperator.identity());
    }

    @Test
    void theyTakeWhatTheyDeclareAtMostTheGrace() {
        assertThat(stopped(30, Duration.ofSeconds(5))).isEqualTo(ASKED.plusSeconds(5));
        assertThat(stopped(30, Duration.ofSeconds(60))).isEqualTo(ASKED.plusSeconds(30));
    }

    @Test
    void aGraceOfCenturiesHindersNothing() {
        for (long grace : new long[] {9_300_000_000L, 300_000_000_000L, Long.MAX_VALUE}) {
            assertThat(stopped(grace, Duration.ofSeconds(5))).isEqualTo(ASKED.plusSeconds(5));
        }
    }
}
