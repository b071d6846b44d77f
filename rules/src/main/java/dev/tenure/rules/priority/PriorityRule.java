package dev.tenure.rules.priority;

import dev.tenure.model.core.PreemptionPolicy;
import dev.tenure.model.meta.ObjectMeta;
import dev.tenure.model.scheduling.PriorityClass;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which priorities are set apart for the system, and which class a pod gets that names none.
public final class PriorityRule {
    /// The highest priority that users may give.
    public static final int USER_MAX = 1_000_000_000;
    /// From here on a pod is critical to the system.
    public static final int SYSTEM_CRITICAL = 2 * USER_MAX;

    public static final String CLUSTER_CRITICAL_CLASS = "system-cluster-critical";
    public static final String NODE_CRITICAL_CLASS = "system-node-critical";
    public static final int CLUSTER_CRITICAL = SYSTEM_CRITICAL;
    public static final int NODE_CRITICAL = SYSTEM_CRITICAL + 1000;

    private PriorityRule() {}

    public static boolean systemCritical(int priority) {
        return priority >= SYSTEM_CRITICAL;
    }

    /// The classes that every cluster has.
    public static List<PriorityClass> builtIn() {
        return List.of(builtIn(NODE_CRITICAL_CLASS, NODE_CRITICAL), builtIn(CLUSTER_CRITICAL_CLASS, CLUSTER_CRITICAL));
    }

    private static PriorityClass builtIn(String name, int value) {
        ObjectMeta meta = new ObjectMeta(
                name, "", "", 0, Instant.EPOCH, Optional.empty(), Map.of(), Map.of(), List.of(), List.of());
        return new PriorityClass(meta, value, false, PreemptionPolicy.PREEMPT_LOWER_PRIORITY);
    }

    /// The class of pods that name none: the default one, of several the one of the lowest value.
    public static Optional<PriorityClass> globalDefault(Collection<PriorityClass> classes) {
        return classes.stream()
                .filter(PriorityClass::globalDefault)
                .min(Comparator.comparingInt(PriorityClass::value)
                        .thenComparing(each -> each.meta().name()));
    }
}
