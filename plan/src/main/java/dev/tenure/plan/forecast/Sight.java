package dev.tenure.plan.forecast;

import dev.tenure.client.ClusterClient;
import dev.tenure.runtime.time.TimeSource;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.wire.json.JsonNode;
import java.util.Optional;
import java.util.function.ToIntFunction;

/// The cluster in which pods are followed, simulated or not, as far as the answer needs it.
///
/// @param ties among how many equally good nodes chance chose for the pod of a uid
record Sight(ClusterClient client, TimeSource time, Explainer explainer, ToIntFunction<String> ties) {
    /// Says why a pod waits for a node.
    @FunctionalInterface
    interface Explainer {
        /// @return as the scheduler's page shows it; empty when nobody knows
        Optional<JsonNode> explain(String namespace, String pod);
    }

    static Sight of(SimulatedCluster cluster) {
        return new Sight(cluster.client(), cluster.world(), cluster::explanation, cluster::ties);
    }
}
