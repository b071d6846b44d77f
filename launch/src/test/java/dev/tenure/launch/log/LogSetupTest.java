package dev.tenure.launch.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LogSetupTest {
    private static final Logger ONE_OF_OURS = Logger.getLogger("dev.tenure.controllers.tainteviction");

    @AfterEach
    void asUsual() {
        LogSetup.apply(0);
    }

    @Test
    void aWorldWithFaultsTellsBugsAndNoWarnings() {
        LogSetup.apply(0);
        assertThat(ONE_OF_OURS.isLoggable(Level.WARNING)).isTrue();

        LogSetup.errorsOnly();

        assertThat(ONE_OF_OURS.isLoggable(Level.WARNING)).isFalse();
        assertThat(ONE_OF_OURS.isLoggable(Level.SEVERE)).isTrue();
    }
}
