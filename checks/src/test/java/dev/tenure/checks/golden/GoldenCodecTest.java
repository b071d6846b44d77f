package dev.tenure.checks.golden;

import dev.tenure.checks.golden.api.CodecSuite;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class GoldenCodecTest {
    @Test
    void samplesOfAllKindsKeepEveryFieldInBothForms() throws IOException {
        Ratchet.hold(new CodecSuite());
    }
}
