package dev.tenure.checks.golden;

import dev.tenure.checks.golden.pressure.PressureSuite;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class GoldenPressureTest {
    @Test
    void recordedDecisionsAreThoseOfTheAgent() throws IOException {
        Ratchet.hold(new PressureSuite());
    }
}
