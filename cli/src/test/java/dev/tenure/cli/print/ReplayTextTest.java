package dev.tenure.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.plan.trace.Fidelity;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayTextTest {
    @Test
    void howNearItComesIsCountedWhereSomethingLeft() {
        var near = new Fidelity(4, List.of("default/a"), List.of(), Duration.ofSeconds(54), 3, 2);
        assertThat(ReplayText.fidelity(near))
                .isEqualTo(
                        "4 of 5 first pods that left leave in A, within 54s; in A stay default/a; of pods made meanwhile 3 left, 2 in A");
    }

    @Test
    void whereNothingLeftNothingIsCounted() {
        var still = new Fidelity(0, List.of(), List.of("default/b"), Duration.ZERO, 0, 0);
        assertThat(ReplayText.fidelity(still))
                .isEqualTo("no first pod left in what was recorded; only in A leave default/b");
    }
}
