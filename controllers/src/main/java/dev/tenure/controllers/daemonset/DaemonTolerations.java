package dev.tenure.controllers.daemonset;

import dev.tenure.model.core.PodSpec;
import dev.tenure.model.core.TaintEffect;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.core.WellKnownTaints;
import dev.tenure.rules.taint.TolerationRule;
import java.util.List;

/// What every daemon pod tolerates besides what its template says. Upstream: daemonset_util.go
/// (AddOrUpdateDaemonPodTolerations).
final class DaemonTolerations {
    private static final List<Toleration> ALWAYS = List.of(
            Toleration.exists(WellKnownTaints.NOT_READY, TaintEffect.NO_EXECUTE),
            Toleration.exists(WellKnownTaints.UNREACHABLE, TaintEffect.NO_EXECUTE),
            Toleration.exists(WellKnownTaints.DISK_PRESSURE, TaintEffect.NO_SCHEDULE),
            Toleration.exists(WellKnownTaints.MEMORY_PRESSURE, TaintEffect.NO_SCHEDULE),
            Toleration.exists(WellKnownTaints.PID_PRESSURE, TaintEffect.NO_SCHEDULE),
            Toleration.exists(WellKnownTaints.UNSCHEDULABLE, TaintEffect.NO_SCHEDULE));
    private static final Toleration ON_HOST_NETWORK =
            Toleration.exists(WellKnownTaints.NETWORK_UNAVAILABLE, TaintEffect.NO_SCHEDULE);

    private DaemonTolerations() {}

    /// The tolerations of a pod made from this template, in order.
    static List<Toleration> of(PodSpec template) {
        List<Toleration> tolerations = template.tolerations();
        for (Toleration added : ALWAYS) {
            tolerations = TolerationRule.addOrUpdate(tolerations, added);
        }
        return template.hostNetwork() ? TolerationRule.addOrUpdate(tolerations, ON_HOST_NETWORK) : tolerations;
    }
}
