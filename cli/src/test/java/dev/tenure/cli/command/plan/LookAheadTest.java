package dev.tenure.cli.command.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LookAheadTest {
    @Test
    void manyEventsOfOneSecondAreToldOnce() {
        List<String> shown = new ArrayList<>();
        var ahead = new LookAhead(shown::add, Duration.ofHours(1));

        for (int millis = 724_000; millis < 726_000; millis += 10) {
            ahead.accept(Duration.ofMillis(millis));
        }

        assertThat(shown).containsExactly("looking ahead: 12m4s of 1h0m0s", "looking ahead: 12m5s of 1h0m0s");
    }
}
