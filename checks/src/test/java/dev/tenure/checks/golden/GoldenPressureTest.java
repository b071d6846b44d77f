package dev.tenure.checks.golden;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class GoldenPressureTest {
    @Test
    void recordedDecisionsAreThoseOfTheAgent() throws IOException {
        Ratchet.hold(new PressureSuite());
    }
}
