package dev.tenure.kinds.admission.serviceaddresses;

import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.loop.Outcome;
import dev.tenure.runtime.loop.Supervisor;
import java.time.Duration;

/// The shell of [PortRepair]: looks at the start and every three minutes, as each of upstream's servers does.
/// Its state is confined to its loop.
public final class PortRepairLoop {
    private static final String NAME = "node-port-repair";
    private static final Duration PERIOD = Duration.ofMinutes(3);
    private static final System.Logger LOG = System.getLogger(PortRepairLoop.class.getPackageName());

    private final EventLoop loop;
    private final ClusterAccess cluster;

    public PortRepairLoop(EventLoop loop, ClusterAccess cluster) {
        this.loop = loop;
        this.cluster = cluster;
    }

    /// Begins, and begins anew after a fault.
    public void start() {
        new Supervisor(NAME, loop, life -> () -> wake(life, new PortRepair(cluster))).start();
    }

    private static void wake(EventLoop life, PortRepair repair) {
        life.alarm(NAME, life.time().now().plus(PERIOD), () -> wake(life, repair));
        life.work(
                NAME,
                () -> {
                    repair.look();
                    return true;
                },
                outcome -> {
                    if (outcome instanceof Outcome.Failed<Boolean>(Exception cause)) {
                        LOG.log(
                                System.Logger.Level.WARNING,
                                "the node ports that are taken cannot be held against the services: {0}",
                                cause.getMessage());
                    }
                });
    }
}
