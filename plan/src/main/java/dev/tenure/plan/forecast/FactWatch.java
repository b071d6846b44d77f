package dev.tenure.plan.forecast;

import dev.tenure.client.ClusterClient;
import dev.tenure.client.informer.Informer;
import dev.tenure.client.informer.InformerHandler;
import dev.tenure.controllers.tainteviction.policy.PolicyTypes;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.forecast.EvictionPlan.LeavingPod;
import dev.tenure.runtime.loop.EventLoop;
import dev.tenure.runtime.time.Tick;
import dev.tenure.sim.world.Observer.Write;
import dev.tenure.sim.world.Origin;
import dev.tenure.wire.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Follows the pods and nodes of a running cluster through watches, and the policies of its taint evictions
/// where the caller may list them, and tells what became of the pods in the form in which a forecast tells
/// it. It only reads. Who deleted a pod is not seen from outside: where the pod does not say why it goes, the
/// cause is `deleted`. Confined to its loop, on which it blocks while budgets and services are read.
public final class FactWatch {
    /// Nobody says who made a change that a watch shows.
    private static final Origin SOMEBODY = new Origin("somebody", "", "");

    private final Sight cluster;
    private final EventLoop loop;
    private final Tracker tracker = new Tracker(true);
    private final List<Informer> followed = new ArrayList<>();
    private Runnable ready = () -> {};
    private Map<String, String> blocked = Map.of();
    private @Nullable Outcomes outcomes;
    private Tick begun = new Tick(0);

    public FactWatch(ClusterClient client, EventLoop loop) {
        cluster = new Sight(client, loop.time(), (_, _) -> Optional.empty(), _ -> 1);
        this.loop = loop;
    }

    private Informer informer(ResourceType type) {
        return new Informer(loop, cluster.client(), Informer.Selection.all(type), new InformerHandler() {
            @Override
            public void changed(Optional<StoredObject> before, StoredObject after) {
                if (counts(after)) {
                    tracker.written(new Write(SOMEBODY, before, after, false));
                }
            }

            @Override
            public void deleted(StoredObject last) {
                tracker.written(new Write(SOMEBODY, Optional.of(last), last, true));
            }

            @Override
            public void synced() {
                if (followed.stream().allMatch(Informer::hasSynced)) {
                    ready.run();
                }
            }
        });
    }

    /// Reads the cluster and follows it. To be called on the loop, once.
    ///
    /// @param whenReady once everything that is there has been read
    public void start(Runnable whenReady) {
        ready = whenReady;
        followed.add(informer(ResourceTypes.NODES));
        followed.add(informer(ResourceTypes.PODS));
        if (cluster.client().list(PolicyTypes.POLICIES, "", Map.of("limit", "1")) instanceof ApiReply.Many) {
            followed.add(informer(PolicyTypes.POLICIES));
        }
        followed.forEach(Informer::start);
    }

    /// A policy is obeyed once the controller has written a status of it; in the semantics of Kubernetes it
    /// never does.
    private static boolean counts(StoredObject object) {
        return !object.key().resource().equals(PolicyTypes.POLICIES.resource())
                || Json.readObject(object.json()).path("status").has("observedGeneration");
    }

    /// From here on what happens counts.
    public void begin() {
        List<StoredObject> all = followed.stream()
                .flatMap(informer -> informer.all().stream())
                .filter(FactWatch::counts)
                .toList();
        tracker.begin(cluster.time(), all, cluster.ties());
        begun = cluster.time().now();
        outcomes = new Outcomes(cluster, begun, () -> blocked, _ -> Optional.empty(), _ -> Optional.empty());
    }

    /// The pods that left since, in order of time.
    public List<LeavingPod> left() {
        return begun().pods(tracker, new Replacements(cluster, begun, tracker.tracks(), _ -> Optional.empty()));
    }

    /// Takes it that pods of which nobody saw who deleted them left for these causes, by uid. What was taken
    /// before counts no longer.
    public void suppose(Map<String, String> causes) {
        tracker.suppose(causes);
    }

    /// What happened since.
    ///
    /// @param kept the pods that drains still wait for, as `namespace/name`, with the reason
    /// @param notes what else is to be reported
    public EvictionPlan.Status status(Map<String, String> kept, List<String> notes) {
        blocked = Map.copyOf(kept);
        return begun().status(tracker, notes, true);
    }

    /// Ends to follow.
    public void stop() {
        followed.forEach(Informer::stop);
    }

    private Outcomes begun() {
        Outcomes known = outcomes;
        if (known == null) {
            throw new IllegalStateException("asked for facts before it began to look");
        }
        return known;
    }
}
