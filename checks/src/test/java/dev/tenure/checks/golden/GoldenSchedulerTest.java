package dev.tenure.checks.golden;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class GoldenSchedulerTest {
    @Test
    void recordedDecisionsAreThoseOfTheScheduler() throws IOException {
        Ratchet.hold(new SchedulerSuite());
    }
}
