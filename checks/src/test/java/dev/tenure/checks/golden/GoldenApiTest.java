package dev.tenure.checks.golden;

import dev.tenure.runtime.time.SystemTime;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class GoldenApiTest {
    @Test
    void recordedExchangesAreAnsweredAsRecordedButTheListedOnes() throws IOException {
        Ratchet.hold(new ApiSuite(new SystemTime()));
    }
}
