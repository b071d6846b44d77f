package dev.tenure.simnodes.script;

import java.time.Duration;
import java.util.Optional;

/// What the command of a container does, where that can be told without running it ([ScriptParser]).
public sealed interface Script {
    /// What it does where nothing of it is there yet.
    Run firstRun();

    /// It ends by itself, or runs until it is stopped.
    ///
    /// @param time how long it runs; absent: until it is stopped, and then it ends well
    /// @param exitCode with which it ends by itself
    /// @param stopDelay how long it takes to end when it is asked to
    record Run(Optional<Duration> time, int exitCode, Duration stopDelay) implements Script {
        static final Run FOR_EVER = new Run(Optional.empty(), 0, Duration.ZERO);

        static Run ending(long seconds, int exitCode) {
            return new Run(Optional.of(Duration.ofSeconds(seconds)), exitCode, Duration.ZERO);
        }

        @Override
        public Run firstRun() {
            return this;
        }
    }

    /// It does one thing when a file is there, and otherwise makes the file and does another.
    ///
    /// @param file its path as the node knows it: unlike in other pods, or on other nodes, unless they share
    ///     it
    record Marking(String file, Run firstRun, Run later) implements Script {}
}
