package dev.tenure.store.etcd;

import dev.tenure.runtime.time.Tick;
import dev.tenure.runtime.time.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// Leases for what is kept for some time only: one serves all objects of a minute, up to a bound, for each
/// costs etcd something. Safe for use by several threads. Upstream:
/// apiserver/pkg/storage/etcd3/lease_manager.go.
final class Leases {
    private static final Duration SHARED_FOR = Duration.ofMinutes(1);
    private static final int OBJECTS_MAX = 1000;

    private record Current(long id, Tick until, int left) {}

    private final EtcdCalls calls;
    private final TimeSource time;
    private final ReentrantLock granting = new ReentrantLock();
    private final Map<Duration, Current> current = new HashMap<>();

    Leases(EtcdCalls calls, TimeSource time) {
        this.calls = calls;
        this.time = time;
    }

    /// A lease that lasts so long at least, and hardly longer.
    long lasting(Duration lifetime) {
        granting.lock();
        try {
            Current known = current.get(lifetime);
            boolean usable = known != null && known.left > 0 && time.now().compareTo(known.until) < 0;
            Duration shared = SHARED_FOR.compareTo(lifetime.dividedBy(20)) < 0 ? SHARED_FOR : lifetime.dividedBy(20);
            Current used = usable && known != null
                    ? known
                    : new Current(calls.grant(lifetime.plus(shared)), time.now().plus(shared), OBJECTS_MAX);
            current.put(lifetime, new Current(used.id, used.until, used.left - 1));
            return used.id;
        } finally {
            granting.unlock();
        }
    }
}
