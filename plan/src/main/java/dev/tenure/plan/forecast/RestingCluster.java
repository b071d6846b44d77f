package dev.tenure.plan.forecast;

import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ApiRequest.Body;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.ApiRequest.Verb;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.scheduler.config.SchedulerConfiguration;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.simnodes.UsualTimes;
import dev.tenure.wire.json.Document;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/// A copy of a cluster that nothing has befallen and that was let alone until it was quiet. Confined to one
/// thread; what it gives out is immutable and everybody's.
public final class RestingCluster {
    private final SimulatedCluster cluster;
    private final ClusterSettings settings;
    private final EvictionPlan plan;
    private final Optional<String> unrest;

    RestingCluster(SimulatedCluster cluster, ClusterSettings settings, EvictionPlan plan, Optional<String> unrest) {
        this.cluster = cluster;
        this.settings = settings;
        this.plan = plan;
        this.unrest = unrest;
    }

    /// The forecast of nothing.
    public EvictionPlan plan() {
        return plan;
    }

    /// Why what is seen in it does not last; empty when it does.
    public Optional<String> unrest() {
        return unrest;
    }

    /// All objects of a type, in the order of namespace and name.
    public List<StoredObject> all(ResourceType type) {
        return cluster.client().list(type, "", Map.of()) instanceof ApiReply.Many many ? many.items() : List.of();
    }

    /// A pod as it would be if it were created now, with its defaults and what admission makes of it; nothing
    /// is created.
    ///
    /// @return empty when it would be refused
    public Optional<StoredObject> tried(String namespace, Document pod) {
        ResourceType type = ResourceTypes.PODS;
        ApiReply reply = cluster.client()
                .call(
                        Verb.CREATE,
                        new Target(type.group(), type.version(), type.resource(), namespace, "", ""),
                        Map.of("dryRun", "All"),
                        Body.json(pod));
        return reply instanceof ApiReply.One(var _, StoredObject made, var _) ? Optional.of(made) : Optional.empty();
    }

    /// What its scheduler was given at its start, for another one. May be asked from any thread.
    ///
    /// @param random chooses among equally good nodes
    public SchedulerConfiguration scheduler(Random random) {
        return settings.schedulerConfiguration(random);
    }

    /// How long containers take on nodes that are not played.
    public UsualTimes usual() {
        return settings.nodes().usual();
    }
}
