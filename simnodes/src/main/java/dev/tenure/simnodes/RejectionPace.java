package dev.tenure.simnodes;

import dev.tenure.runtime.time.Tick;
import java.time.Duration;
import java.util.OptionalInt;

/// How fast one simulated node rejects pods, and whether it does so again and again. A node that is short
/// rejects pods for up to ten seconds before the scheduler sees its taint, and who made them makes others at
/// once: no controller waits longer each time. In a real cluster the limits of clients (`--kube-api-qps` 20
/// for each controller, 50 for each kubelet) keep that to 8 pods a second for one replica and 14 for three,
/// as measured on Kubernetes 1.36.3; here this pace does. Confined to one loop.
final class RejectionPace {
    private static final Duration BETWEEN = Duration.ofMillis(100);
    private static final int AT_ONCE_MAX = 20;
    private static final Duration APART = Duration.ofSeconds(10);
    /// So many in one row are told of.
    private static final int MANY = 20;

    private Tick full;
    private Tick last;
    private int row;

    RejectionPace(Tick now) {
        this.full = now;
        this.last = now;
    }

    /// When the next pod is to be rejected; to be asked once for each.
    Tick next(Tick now) {
        Tick earliest = full.minus(BETWEEN.multipliedBy(AT_ONCE_MAX - 1));
        full = (full.isAfter(now) ? full : now).plus(BETWEEN);
        return earliest.isAfter(now) ? earliest : now;
    }

    /// One was rejected.
    ///
    /// @return how many in a row, when that is just become worth telling
    OptionalInt rejected(Tick now) {
        row = now.since(last).compareTo(APART) > 0 ? 1 : row + 1;
        last = now;
        return row == MANY ? OptionalInt.of(row) : OptionalInt.empty();
    }
}
