package dev.tenure.sim.scenario;

import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.world.Observer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/// A checksum of every write of a run: when, by whom, which object, and what was written if that is asked
/// for. Equal runs have equal sums. Confined to the thread of its world.
final class WriteChecksum {
    private final CRC32C sum = new CRC32C();
    private final boolean ofBytes;

    WriteChecksum(boolean ofBytes) {
        this.ofBytes = ofBytes;
    }

    void add(Observer.Write write, TimeSource time) {
        long now = time.now().nanos();
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            sum.update((int) (now >>> shift));
        }
        sum.update(write.deletion() ? 1 : 0);
        sum.update(write.origin().user().getBytes(StandardCharsets.UTF_8));
        sum.update(write.after().key().name().getBytes(StandardCharsets.UTF_8));
        if (ofBytes) {
            sum.update(write.after().json());
        }
    }

    long sum() {
        return sum.getValue();
    }
}
