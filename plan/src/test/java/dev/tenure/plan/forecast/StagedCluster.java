package dev.tenure.plan.forecast;

import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.change.Change;
import dev.tenure.plan.change.ChangePlayer;
import dev.tenure.plan.source.ClusterDump;
import dev.tenure.plan.source.Place;
import dev.tenure.sim.scenario.Manifests;
import dev.tenure.sim.world.ClusterParts;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.sim.world.Substitutes;
import dev.tenure.simnodes.SimulatedNodesLoop;
import dev.tenure.simnodes.UsualTimes;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A cluster that runs, and of which dumps can be taken.
public final class StagedCluster {
    private final Tracker tracker = new Tracker(true);
    private final SimulatedCluster cluster;
    private final ChangePlayer player;

    public StagedCluster(Semantics semantics, long seed, String... manifests) {
        ClusterSettings standard = ClusterSettings.standard(seed, semantics);
        cluster = new SimulatedCluster(
                standard.withAdmission(standard.admission().disabling(Set.of("ServiceAccount")))
                        .withMachineNodes(Optional.of(StagedCluster::machineNode))
                        .withNodes(SimulatedNodesLoop.Configuration.standard(true)
                                .withUsual(new UsualTimes(ForecastOptions.USUAL_START, Duration.ZERO, false, false))),
                new ClusterParts(List.of(), 1, tracker, Substitutes.NONE, false));
        player = new ChangePlayer(cluster, new StoredForms());
        cluster.startControllers();
        cluster.startScheduler();
        cluster.startNodes();
        cluster.settle();
        for (String manifest : manifests) {
            player.play(new Change.Apply(Manifests.read(manifest), "default"), _ -> Optional.empty());
            cluster.settle();
        }
        cluster.advance(Duration.ofSeconds(60));
    }

    /// As much room as the nodes of scenarios have.
    private static ObjectNode machineNode(String name) {
        return Manifests.read(node(name, "status: {capacity: {cpu: '2', memory: 8Gi, pods: '20'}}"))
                .getFirst();
    }

    public static String node(String name, String more) {
        return "{apiVersion: v1, kind: Node, metadata: {name: %s, labels: {kubernetes.io/hostname: %s}}, %s}"
                .formatted(name, name, more.isEmpty() ? "spec: {}" : more);
    }

    public void play(Change change) {
        player.play(change, _ -> Optional.empty());
        cluster.settle();
    }

    public void advance(Duration span) {
        cluster.advance(span);
    }

    ChangePlayer player() {
        return player;
    }

    public SimulatedCluster cluster() {
        return cluster;
    }

    /// From here on what happens is noted.
    Tracker watch() {
        var all = new ArrayList<>(list(ResourceTypes.NODES));
        all.addAll(list(ResourceTypes.PODS));
        tracker.begin(cluster.world(), all, cluster::ties);
        return tracker;
    }

    private List<StoredObject> list(ResourceType type) {
        return cluster.client().list(type, "", Map.of()) instanceof ApiReply.Many many ? many.items() : List.of();
    }

    public List<Pod> pods() {
        return list(ResourceTypes.PODS).stream()
                .map(object -> object.view(Pod.class))
                .toList();
    }

    /// Everything that it holds now.
    public ClusterDump dump() {
        var items = new ArrayList<ClusterDump.Item>();
        for (ResourceType type : new StoredForms().types()) {
            list(type).forEach(object -> items.add(new ClusterDump.Item(object, new Place("staged", 0))));
        }
        items.sort(Comparator.comparing(item -> item.key().toString()));
        return new ClusterDump(
                "a staged cluster",
                new ClusterDump.Moment(cluster.world().wall(), "the clock of the cluster"),
                items,
                List.of(),
                List.of());
    }
}
