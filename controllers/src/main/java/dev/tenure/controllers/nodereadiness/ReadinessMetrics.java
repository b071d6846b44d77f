package dev.tenure.controllers.nodereadiness;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;

/// What is counted of rules, under upstream's names where they can be kept (a gauge may not end in `_total`
/// here); a rule that is gone is counted no more. Confined to one loop. Upstream: internal/metrics/metrics.go
/// of node-readiness-controller.
public final class ReadinessMetrics {
    private static final String RULE = "rule";
    private static final String ADD = "add";
    private static final String REMOVE = "remove";
    private static final String READY = "ready";
    private static final String NOT_READY = "not_ready";
    private static final String BOOTSTRAPPING = "bootstrapping";
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double[] BUCKETS = {0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300};

    private final Gauge rules;
    private final Gauge nodes;
    private final Counter operations;
    private final Counter bootstrapped;
    private final Histogram latency;

    public ReadinessMetrics(PrometheusRegistry registry) {
        rules = Gauge.builder()
                .name("node_readiness_rules")
                .help("NodeReadinessRules.")
                .withoutExemplars()
                .register(registry);
        nodes = Gauge.builder()
                .name("node_readiness_nodes_by_state")
                .help("Nodes that a rule is in force on, by how they stand under it.")
                .labelNames(RULE, "state")
                .withoutExemplars()
                .register(registry);
        operations = Counter.builder()
                .name("node_readiness_taint_operations_total")
                .help("Taints that were set and taken away because of a rule.")
                .labelNames(RULE, "operation")
                .withoutExemplars()
                .register(registry);
        bootstrapped = Counter.builder()
                .name("node_readiness_bootstrap_completed_total")
                .help("Nodes that were ready for the first time under a rule of the mode bootstrap-only.")
                .labelNames(RULE)
                .withoutExemplars()
                .register(registry);
        latency = Histogram.builder()
                .name("node_readiness_reconciliation_latency_seconds")
                .help("Seconds from a node's last change of a condition until the taint was set or taken away.")
                .labelNames(RULE, "operation")
                .classicOnly()
                .withoutExemplars()
                .classicUpperBounds(BUCKETS)
                .register(registry);
    }

    void rulesAre(int count) {
        rules.set(count);
    }

    /// How the nodes stand that a rule is in force on.
    void nodesAre(NodeReadinessRule rule, int ready, int tainted) {
        boolean once = rule.mode() == NodeReadinessRule.Mode.BOOTSTRAP_ONLY;
        nodes.labelValues(rule.name(), READY).set(ready);
        nodes.labelValues(rule.name(), NOT_READY).set(once ? 0 : tainted);
        nodes.labelValues(rule.name(), BOOTSTRAPPING).set(once ? tainted : 0);
    }

    void changed(ReadinessTaintRule.Change change) {
        operations.labelValues(change.rule(), change.add() ? ADD : REMOVE).inc();
    }

    /// @param after since a condition of the node changed last; counted as 0 where the node's clock is ahead
    void changed(ReadinessTaintRule.Change change, Duration after) {
        latency.labelValues(change.rule(), change.add() ? "add_taint" : "remove_taint")
                .observe(Math.max(0, after.toNanos() / NANOS_PER_SECOND));
    }

    void bootstrapped(String rule) {
        bootstrapped.labelValues(rule).inc();
    }

    void forget(String rule) {
        for (String state : new String[] {READY, NOT_READY, BOOTSTRAPPING}) {
            nodes.remove(rule, state);
        }
        for (String operation : new String[] {ADD, REMOVE}) {
            operations.remove(rule, operation);
        }
        bootstrapped.remove(rule);
        latency.remove(rule, "add_taint");
        latency.remove(rule, "remove_taint");
    }
}
