package dev.tenure.bench.scale;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.runtime.time.SystemTime;
import dev.tenure.runtime.time.Tick;
import dev.tenure.scheduler.cache.SchedulerCache;
import dev.tenure.scheduler.fast.ClassPlacer;
import dev.tenure.scheduler.framework.Profile;
import dev.tenure.scheduler.plugin.PluginArguments;
import dev.tenure.scheduler.plugin.PluginRegistry;
import dev.tenure.scheduler.view.NodeState;
import dev.tenure.scheduler.view.PodClasses;
import dev.tenure.scheduler.view.PodInfo;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// How many pods a second the placement engine alone puts on nodes: choice and assumption, no API. A fifth
/// of the nodes is tainted; pods are of 100 classes, told apart by requests, tolerations, selectors and
/// labels. Once the cluster is half full, each placement is preceded by the departure of the oldest pod.
///
/// Usage: `PlacementBench [nodes] [classes] [seconds]`; prints one JSON object.
public final class PlacementBench {
    private static final int PODS_PER_NODE = 30;
    private static final int PODS_PER_CLASS = 64;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private PlacementBench() {}

    public static void main(String[] arguments) {
        int nodes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5_000;
        int classes = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100;
        int seconds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 10;
        var bench = new Run(nodes, classes);
        bench.placeFor(seconds);
        ObjectNode result = bench.placeFor(seconds);
        result.put("bench", "placement").put("nodes", nodes).put("classes", classes);
        System.out.println(result);
    }

    private static final class Run {
        private final SystemTime time = new SystemTime();
        private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        private final SplittableRandom random = new SplittableRandom(1);
        private final SchedulerCache cache = new SchedulerCache();
        private final ClassPlacer placer = new ClassPlacer(cache, random);
        private final Profile profile;
        private final List<List<PodInfo>> pods = new ArrayList<>();
        private final ArrayDeque<PodInfo> placed = new ArrayDeque<>();
        private final int capacity;

        Run(int nodes, int classes) {
            profile = new Profile(
                    "default-scheduler",
                    PluginRegistry.defaults(PluginArguments.DEFAULT, random),
                    PluginRegistry.DEFAULT_WEIGHTS,
                    0);
            capacity = nodes * PODS_PER_NODE;
            for (int i = 0; i < nodes; i++) {
                cache.put((Node) Views.view(ResourceTypes.NODES, node(i)));
            }
            var known = new PodClasses();
            int ofClass = Math.max(PODS_PER_CLASS, 2 * capacity / classes);
            for (int c = 0; c < classes; c++) {
                var infos = new ArrayList<PodInfo>(ofClass);
                for (int i = 0; i < ofClass; i++) {
                    infos.add(known.info((Pod) Views.view(ResourceTypes.PODS, pod(c, i))));
                }
                pods.add(infos);
            }
        }

        ObjectNode placeFor(int seconds) {
            Tick start = time.now();
            long busyBefore = threads.getCurrentThreadCpuTime();
            Tick end = start.plus(Duration.ofSeconds(seconds));
            long placements = 0;
            long unplaced = 0;
            while (!time.now().isAfter(end)) {
                for (int i = 0; i < 1_000; i++) {
                    if (placeOne()) {
                        placements++;
                    } else {
                        unplaced++;
                    }
                }
            }
            long nanos = time.now().since(start).toNanos();
            long busy = threads.getCurrentThreadCpuTime() - busyBefore;
            return Json.object()
                    .put("placements_per_second", placements * NANOS_PER_SECOND / nanos)
                    .put("nanos_per_placement", placements == 0 ? 0 : nanos / placements)
                    .put("cpu_nanos_per_placement", placements == 0 ? 0 : busy / placements)
                    .put("placements", placements)
                    .put("unplaced", unplaced)
                    .put("pods_on_nodes", placed.size());
        }

        private boolean placeOne() {
            if (placed.size() >= capacity / 2) {
                PodInfo oldest = placed.removeFirst();
                cache.remove(oldest);
                pods.get(oldest.shape().id()).add(oldest);
            }
            List<PodInfo> ofClass = pods.get(random.nextInt(pods.size()));
            PodInfo pod = ofClass.removeLast();
            Optional<NodeState> node = placer.choose(pod, profile);
            if (node.isEmpty()) {
                ofClass.add(pod);
                return false;
            }
            cache.assume(pod, node.get().name());
            placed.addLast(pod);
            return true;
        }

        private static ObjectNode node(int i) {
            ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
            ObjectNode labels =
                    node.putObject("metadata").put("name", "node-" + i).putObject("labels");
            labels.put(WellKnownLabels.HOSTNAME, "node-" + i)
                    .put(WellKnownLabels.ZONE, "zone-" + i % 3)
                    .put("disk", i % 4 == 0 ? "ssd" : "hdd");
            ObjectNode spec = node.putObject("spec");
            if (i % 5 == 0) {
                spec.putArray("taints")
                        .addObject()
                        .put("key", "dedicated")
                        .put("value", "team-" + i % 3)
                        .put("effect", i % 10 == 0 ? "NoSchedule" : "PreferNoSchedule");
            }
            node.putObject("status")
                    .putObject("allocatable")
                    .put("cpu", 8 + i % 3 * 8)
                    .put("memory", 32 + i % 2 * 32 + "Gi")
                    .put("pods", "110");
            return node;
        }

        private static ObjectNode pod(int shape, int i) {
            ObjectNode pod = Json.object().put("apiVersion", "v1").put("kind", "Pod");
            String name = "pod-" + shape + "-" + i;
            pod.putObject("metadata")
                    .put("namespace", "default")
                    .put("name", name)
                    .put("uid", name)
                    .putObject("labels")
                    .put("app", "app-" + shape);
            ObjectNode spec = pod.putObject("spec")
                    .put("schedulerName", "default-scheduler")
                    .put("restartPolicy", "Always");
            spec.putArray("containers")
                    .addObject()
                    .put("name", "main")
                    .put("image", "registry.example/app:v1")
                    .putObject("resources")
                    .putObject("requests")
                    .put("cpu", 50 + shape % 5 * 50 + "m")
                    .put("memory", 64 + shape % 4 * 64 + "Mi");
            if (shape % 5 == 0) {
                spec.putArray("tolerations").addObject().put("key", "dedicated").put("operator", "Exists");
            }
            if (shape % 7 == 0) {
                spec.putObject("nodeSelector").put("disk", "ssd");
            }
            return pod;
        }
    }
}
