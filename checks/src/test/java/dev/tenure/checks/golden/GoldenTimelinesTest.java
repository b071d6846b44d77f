package dev.tenure.checks.golden;

import dev.tenure.checks.golden.suite.Suite;
import dev.tenure.checks.golden.timeline.TimelineSuite;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class GoldenTimelinesTest {
    @Test
    void recordedTimelinesPassOnVirtualTimeButTheListedOnes() throws IOException {
        for (Suite suite : GoldenMain.inside()) {
            if (suite instanceof TimelineSuite) {
                Ratchet.hold(suite);
            }
        }
    }
}
