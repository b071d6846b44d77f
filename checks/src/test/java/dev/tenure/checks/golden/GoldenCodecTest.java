package dev.tenure.checks.golden;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class GoldenCodecTest {
    @Test
    void samplesOfAllKindsKeepEveryFieldInBothForms() throws IOException {
        Ratchet.hold(new CodecSuite());
    }
}
