package dev.tenure.controllers.tainteviction;

import static dev.tenure.model.meta.ResourceTypes.CONFIG_MAPS;
import static dev.tenure.model.meta.ResourceTypes.NODES;
import static dev.tenure.model.meta.ResourceTypes.PODS;

import dev.tenure.controllers.stage.LoopStage;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;

/// Taint eviction alone in front of nodes, pods, policies and records in memory. Every node and pod has the
/// uid `of-<name>` unless a test says otherwise; pods are of the namespace `default`.
final class EvictionStage {
    static final String GPU = "{key: gpu, effect: NoExecute}";

    private static final String EVICT = "delete pods default/";

    private final LoopStage stage = new LoopStage(NODES, PODS, CONFIG_MAPS, PolicyTypes.POLICIES);
    private final TaintEvictionLoop loop;

    EvictionStage(Semantics semantics) {
        this.loop = new TaintEvictionLoop(
                stage.context(),
                new TaintEvictionLoop.Configuration(semantics, false),
                TaintEvictionLoop.Metrics.in(new PrometheusRegistry()));
    }

    LoopStage cluster() {
        return stage;
    }

    TaintEvictionLoop loop() {
        return loop;
    }

    void begin() {
        stage.begin(loop::start);
    }

    void advance(Duration span) {
        stage.advance(span);
    }

    /// @param taints as in YAML, with commas between them
    void node(String name, String taints) {
        stage.put(NODES, """
                kind: Node
                metadata: {name: %1$s, uid: of-%1$s}
                spec: {taints: [%2$s]}
                """.formatted(name, taints));
    }

    /// @param node empty for a pod that is nowhere yet
    /// @param tolerations as in YAML, with commas between them
    void pod(String name, String node, String tolerations) {
        pod("name: %1$s, uid: of-%1$s".formatted(name), node, tolerations, "");
    }

    /// @param metadata as in YAML, without the namespace
    /// @param status as in YAML
    void pod(String metadata, String node, String tolerations, String status) {
        stage.put(PODS, """
                kind: Pod
                metadata: {namespace: default, %s}
                spec: {nodeName: "%s", tolerations: [%s]}
                status: {%s}
                """.formatted(metadata, node, tolerations, status));
    }

    /// A toleration of the taint [#GPU] without end.
    static String tolerates() {
        return "{key: gpu, operator: Exists, effect: NoExecute}";
    }

    static String tolerates(long seconds) {
        return "{key: gpu, operator: Exists, effect: NoExecute, tolerationSeconds: %d}".formatted(seconds);
    }

    /// The pods that were deleted since the last call, in order.
    List<String> evictions() {
        return stage.writes().stream()
                .filter(write -> write.startsWith(EVICT))
                .map(write -> write.substring(EVICT.length()))
                .toList();
    }
}
