package dev.tenure.controllers.tainteviction.hold;

import dev.tenure.controllers.tainteviction.policy.EvictionHold;
import dev.tenure.model.meta.Frozen;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What policies of taint evictions hold back, as numbers. Confined to one loop.
public final class HoldMetrics {
    /// Of more policies than this, those that come later share one label.
    static final int POLICIES_MAX = 50;

    static final String OTHERS = "other";

    private final Gauge held;
    private final Counter holds;
    private final Gauge extra;
    private final Gauge faulty;
    private final Set<String> named = new HashSet<>();
    private Set<List<String>> told = Set.of();
    private Set<String> toldExtra = Set.of();
    private Set<String> toldFaulty = Set.of();

    public HoldMetrics(PrometheusRegistry registry) {
        held = Gauge.builder()
                .name("tenure_taint_eviction_held_pods")
                .help("Pods that should have left because of taints of their nodes and are held by a policy.")
                .labelNames("policy", "reason")
                .withoutExemplars()
                .register(registry);
        holds = Counter.builder()
                .name("tenure_taint_eviction_holds_total")
                .help("How often a pod that had to leave because of a taint of its node was held back, by reason.")
                .labelNames("reason")
                .withoutExemplars()
                .register(registry);
        extra = Gauge.builder()
                .name("tenure_taint_eviction_extra_pods")
                .help("Pods beyond those that are wanted, because a policy has pods replaced before they leave.")
                .labelNames("policy")
                .withoutExemplars()
                .register(registry);
        faulty = Gauge.builder()
                .name("tenure_taint_eviction_failing_expressions")
                .help("Expressions of a policy that do not compile, or fail on a taint of a node.")
                .labelNames("policy")
                .withoutExemplars()
                .register(registry);
    }

    /// A pod is held, or is now for another reason than before.
    void holds(EvictionHold hold) {
        holds.labelValues(hold.reason().word()).inc();
    }

    /// These are held now, one for each pod.
    void are(List<EvictionHold> all) {
        Map<List<String>, Integer> counts = new HashMap<>();
        for (EvictionHold hold : all) {
            counts.merge(List.of(label(hold.policy()), hold.reason().word()), 1, Integer::sum);
        }
        told.stream()
                .filter(labels -> !counts.containsKey(labels))
                .forEach(labels -> held.remove(labels.toArray(String[]::new)));
        counts.forEach((labels, count) ->
                held.labelValues(labels.toArray(String[]::new)).set(count));
        told = Frozen.set(counts.keySet());
    }

    /// So many pods there are now beyond those that are wanted, by policy.
    void extra(Map<String, Integer> all) {
        toldExtra = tell(extra, all, toldExtra);
    }

    /// These expressions cannot be answered now, by policy; those of policies without expressions are left
    /// out.
    void faulty(Map<String, ? extends List<?>> all) {
        Map<String, Integer> counts = new HashMap<>();
        all.forEach((policy, faults) -> counts.put(policy, faults.size()));
        toldFaulty = tell(faulty, counts, toldFaulty);
    }

    /// @param before which labels it has
    /// @return which it has now
    private Set<String> tell(Gauge gauge, Map<String, Integer> all, Set<String> before) {
        Map<String, Integer> counts = new HashMap<>();
        all.forEach((policy, count) -> counts.merge(label(policy), count, Integer::sum));
        before.stream().filter(policy -> !counts.containsKey(policy)).forEach(gauge::remove);
        counts.forEach((policy, count) -> gauge.labelValues(policy).set(count));
        return Frozen.set(counts.keySet());
    }

    private String label(String policy) {
        if (named.size() < POLICIES_MAX) {
            named.add(policy);
        }
        return named.contains(policy) ? policy : OTHERS;
    }
}
