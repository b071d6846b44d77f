package dev.tenure.checks.attack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Connections that an attack holds. Used by one thread.
final class Lines implements AutoCloseable {
    private final List<SecretLine> lines = new ArrayList<>();
    private int refused;

    /// How one of them is opened.
    @FunctionalInterface
    interface Opening {
        SecretLine open() throws IOException;
    }

    /// Opens so many; those that the server does not let in are counted.
    Lines open(int count, Opening opening) {
        for (int i = 0; i < count; i++) {
            try {
                lines.add(opening.open());
            } catch (IOException _) {
                refused++;
            }
        }
        return this;
    }

    List<SecretLine> all() {
        return lines;
    }

    int refused() {
        return refused;
    }

    /// How many of them the server has ended. The end of a line whose client has not read comes behind what
    /// was said before, which the machine sends on when it is read.
    ///
    /// @param millis how long to wait for the next piece of it
    int ended(int millis) {
        return (int) lines.stream().filter(line -> line.endsWithin(millis)).count();
    }

    @Override
    public void close() {
        lines.forEach(SecretLine::close);
    }
}
