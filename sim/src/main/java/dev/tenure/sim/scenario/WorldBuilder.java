package dev.tenure.sim.scenario;

import dev.tenure.apiserver.registry.KindEntry;
import dev.tenure.controllers.tainteviction.stay.Semantics;
import dev.tenure.model.apps.Deployment;
import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.PodPhase;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ApiReply;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.sim.fault.FaultPlan;
import dev.tenure.sim.world.ClusterSettings;
import dev.tenure.sim.world.SimulatedCluster;
import dev.tenure.store.Store;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Makes worlds from manifests: creates everything in a fresh cluster and lets it run until all pods
/// do. Stateless.
public final class WorldBuilder {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration STEP = Duration.ofSeconds(2);
    private static final String EVENTS = "events";
    /// Up to so many pods, every object of a world is made by the parts of the cluster.
    private static final int SMALL_PODS_MAX = 1_000;

    private WorldBuilder() {}

    /// The world that manifests make; pods for which there is no room stay pending.
    ///
    /// @throws IllegalArgumentException when the API server refuses a manifest; the message says which
    /// and why
    public static World build(long seed, List<ObjectNode> manifests) {
        var cluster = new SimulatedCluster(settings(seed));
        cluster.startControllers();
        cluster.startScheduler();
        cluster.startNodes();
        cluster.advance(STEP);
        manifests.forEach(manifest -> create(cluster, manifest));
        for (Duration waited = Duration.ZERO; waited.compareTo(PATIENCE) < 0; waited = waited.plus(STEP)) {
            cluster.advance(STEP);
            if (waited.compareTo(STEP.multipliedBy(10)) > 0 && quiet(cluster)) {
                break;
            }
        }
        return snapshot(cluster);
    }

    /// The world of a layout. Large ones are made from a small one, in seconds.
    ///
    /// @throws IllegalArgumentException as above
    public static World build(Layout layout) {
        boolean large = layout.pods() > SMALL_PODS_MAX
                && layout.nodes() >= Layout.ZONES.size()
                && layout.pods() >= layout.nodes();
        return large ? LargeWorld.of(layout) : build(layout.seed(), layout.manifests());
    }

    /// Of the cluster that is made and of the one that goes on from there. Manifests seldom bring the Secrets
    /// that they refer to, so pods find what they need.
    static ClusterSettings settings(long seed) {
        ClusterSettings standard = ClusterSettings.standard(seed, Semantics.DOCUMENTED);
        return standard.withNodes(standard.nodes().withConfigGiven());
    }

    private static void create(SimulatedCluster cluster, ObjectNode manifest) {
        String apiVersion = manifest.path("apiVersion").asText();
        String kind = manifest.path("kind").asText();
        ResourceType type = cluster.kinds()
                .ofKind(apiVersion, kind)
                .map(KindEntry::type)
                .orElseThrow(() ->
                        new IllegalArgumentException("there is no kind \"%s\" in \"%s\"".formatted(kind, apiVersion)));
        String written = manifest.at("/metadata/namespace").asText();
        String namespace = !type.namespaced() || !written.isEmpty() ? written : "default";
        ApiReply reply = cluster.client().create(type, namespace, Document.of(manifest));
        if (reply instanceof ApiReply.Failure(var status, var _)) {
            throw new IllegalArgumentException("%s \"%s\" is refused: %s"
                    .formatted(kind, manifest.at("/metadata/name").asText(), status.message()));
        }
    }

    private static boolean quiet(SimulatedCluster cluster) {
        return list(cluster, ResourceTypes.PODS).stream()
                .map(pod -> pod.view(Pod.class))
                .noneMatch(pod -> pod.spec().bound() && pod.status().phase() == PodPhase.PENDING);
    }

    private static List<StoredObject> list(SimulatedCluster cluster, ResourceType type) {
        return cluster.store()
                .list(Store.Range.all(Store.ResourceId.of(type), ""))
                .items();
    }

    /// The state of a cluster, Events apart.
    public static World snapshot(SimulatedCluster cluster) {
        var objects = new ArrayList<StoredObject>();
        cluster.kinds().entries().stream()
                .filter(entry -> !entry.has(KindEntry.Flag.VIRTUAL))
                .map(KindEntry::stored)
                .distinct()
                .filter(type -> !type.resource().equals(EVENTS))
                .forEach(type -> objects.addAll(list(cluster, type)));
        var zones = new TreeMap<String, List<String>>();
        for (StoredObject node : list(cluster, ResourceTypes.NODES)) {
            String zone = node.view(Node.class).meta().labels().getOrDefault(WellKnownLabels.ZONE, "");
            zones.computeIfAbsent(zone, _ -> new ArrayList<>()).add(node.key().name());
        }
        var deployments = new TreeMap<String, Integer>();
        for (StoredObject deployment : list(cluster, ResourceTypes.DEPLOYMENTS)) {
            deployments.put(
                    deployment.key().name(), deployment.view(Deployment.class).replicas());
        }
        return new World(
                objects, cluster.store().revision(), cluster.world().wall(), new FaultPlan.Targets(zones, deployments));
    }
}
