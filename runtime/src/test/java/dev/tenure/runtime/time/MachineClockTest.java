package dev.tenure.runtime.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineClockTest {
    @TempDir
    private Path folder = Path.of("");

    private Duration ahead(Path file) {
        var clock = new MachineClock(file);
        return Duration.between(InstantSource.system().instant(), clock.instant());
    }

    @ParameterizedTest
    @CsvSource({"0,0", "7200,7200", "'-43200\n',-43200", "'',0", "soon,0"})
    void theFileSetsTheClock(String text, long seconds) throws IOException {
        Path file = Files.writeString(folder.resolve("clock"), text);
        assertThat(ahead(file)).isBetween(Duration.ofSeconds(seconds), Duration.ofSeconds(seconds + 60));
    }

    @Test
    void withoutTheFileItIsTheMachines() {
        assertThat(ahead(folder.resolve("absent"))).isBetween(Duration.ZERO, Duration.ofSeconds(60));
    }

    @Test
    void aClockThatIsSetIsAStep() throws IOException {
        Path file = Files.writeString(folder.resolve("clock"), "3600");
        var machine = new MachineClock(file);
        boolean[] set = {false};
        var time = new SystemTime(
                () -> set[0] ? machine.instant() : InstantSource.system().instant());
        assertThat(time.steps().total()).isZero();
        set[0] = true;
        assertThat(time.steps().total()).isBetween(Duration.ofSeconds(3599), Duration.ofSeconds(3661));
    }
}
