package dev.tenure.bench.api;

import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.Locale;

/// The nodes and pods of a run. The nodes belong to nobody's kubelet; only the run's own pods go there, by
/// label.
public final class BenchObjects {
    private static final String LABEL = "bench.tenure.dev/run";
    private static final String TAINT = "bench.tenure.dev/dedicated";
    private static final int TAINTED_EVERY = 5;
    private static final int PADDING_ANNOTATIONS = 8;
    private static final int PLACED_CLASSES = 100;
    private static final int ROOM = 1000;

    /// What a node has for each pod: more than classes ask for on average.
    private static final long CPU_MILLIS = 64;

    private static final long MEMORY_MEBIBYTES = 256;
    private static final String PADDING = "x".repeat(180);

    private final String run;

    public BenchObjects(String run) {
        this.run = run;
    }

    /// Every fifth node is tainted.
    ///
    /// @param room pods of any class that fit on it
    ObjectNode node(int number, int room) {
        ObjectNode node = freeNode(number, room);
        if (number % TAINTED_EVERY == 0) {
            node.putObject("spec")
                    .putArray("taints")
                    .addObject()
                    .put("key", TAINT)
                    .put("effect", "NoSchedule");
        }
        return node;
    }

    /// A node without taints, with room for the usual number of pods.
    ObjectNode freeNode(int number) {
        return freeNode(number, ROOM);
    }

    private ObjectNode freeNode(int number, int room) {
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        String name = nodeName(number);
        node.putObject("metadata")
                .put("name", name)
                .putObject("labels")
                .put(LABEL, run)
                .put(WellKnownLabels.HOSTNAME, name);
        ObjectNode status = node.putObject("status");
        for (String kind : new String[] {"capacity", "allocatable"}) {
            status.putObject(kind)
                    .put("cpu", CPU_MILLIS * room + "m")
                    .put("memory", MEMORY_MEBIBYTES * room + "Mi")
                    .put("pods", Integer.toString(room));
        }
        status.putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "True")
                .put("reason", "KubeletReady");
        return node;
    }

    String nodeName(int number) {
        return "bench-" + run + "-" + number;
    }

    /// A pod of one class: classes differ by requests, and every fifth tolerates the taint. About 2.7 KB.
    public ObjectNode pod(int number, int ofClass) {
        ObjectNode pod = Json.object().put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode metadata = pod.putObject("metadata").put("name", "pod-" + number);
        metadata.putObject("labels").put("app", "class-" + ofClass).put(LABEL, run);
        ObjectNode annotations = metadata.putObject("annotations");
        for (int i = 0; i < PADDING_ANNOTATIONS; i++) {
            annotations.put("bench.tenure.dev/padding-" + i, PADDING);
        }
        ObjectNode spec = pod.putObject("spec").put("automountServiceAccountToken", false);
        spec.putObject("nodeSelector").put(LABEL, run);
        if (ofClass % TAINTED_EVERY == 0) {
            ArrayNode tolerations = spec.putArray("tolerations");
            tolerations.addObject().put("key", TAINT).put("operator", "Exists");
        }
        ObjectNode container =
                spec.putArray("containers").addObject().put("name", "main").put("image", "registry.test/bench:1");
        container
                .putObject("resources")
                .putObject("requests")
                .put("cpu", String.format(Locale.ROOT, "%dm", 1 + ofClass))
                .put("memory", "16Mi");
        return pod;
    }

    /// A pod that stands on a node from the beginning.
    ObjectNode placedPod(int number, String node) {
        ObjectNode pod = pod(number, number % PLACED_CLASSES);
        ObjectNode spec = pod.withObject("/spec");
        spec.remove("nodeSelector");
        spec.put("nodeName", node);
        return pod;
    }
}
