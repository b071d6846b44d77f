package dev.tenure.checks.golden;

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
