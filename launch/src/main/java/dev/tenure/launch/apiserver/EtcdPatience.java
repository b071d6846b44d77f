package dev.tenure.launch.apiserver;

import dev.tenure.runtime.io.Pause;
import dev.tenure.runtime.time.GrowingPause;
import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.store.StoreUnavailableException;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Lets a server that comes up beside its etcd wait until that answers, for a minute at most. What no
/// waiting mends (a wrong certificate, data of a newer build) ends the start at once. Waits on the caller's
/// thread.
final class EtcdPatience {
    static final Duration LIMIT = Duration.ofMinutes(1);
    private static final GrowingPause PAUSE = new GrowingPause(Duration.ofMillis(100), Duration.ofSeconds(2));
    private static final System.Logger LOG = System.getLogger(EtcdPatience.class.getPackageName());

    private EtcdPatience() {}

    /// A start that leaves nothing behind when it fails.
    @FunctionalInterface
    interface Starting<T> {
        T start() throws IOException;
    }

    /// @param stopping whether it need not start any more, which ends the waiting within two seconds
    /// @throws StoreUnavailableException the last one, when the time is over
    static <T> T start(Starting<T> starting, TimeSource time, BooleanSupplier stopping) throws IOException {
        Tick end = time.now().plus(LIMIT);
        for (int tries = 1; ; tries++) {
            try {
                return starting.start();
            } catch (StoreUnavailableException e) {
                if (!e.mayPass() || !end.isAfter(time.now()) || stopping.getAsBoolean()) {
                    throw e;
                }
                if (tries == 1) {
                    LOG.log(System.Logger.Level.WARNING, "waiting for etcd: {0}", e.getMessage());
                }
                Pause.of(PAUSE.after(tries), time);
            }
        }
    }
}
