package dev.tenure.runtime.time;

import java.time.Instant;

/// The clocks of the machine.
public final class SystemTime implements TimeSource {
    @Override
    public Instant wall() {
        return Instant.now();
    }

    @Override
    public Tick now() {
        return new Tick(System.nanoTime());
    }
}
