package dev.tenure.sim.scheduler;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/// What a pod of the simulation wants of its node, in the few dimensions in which these pods differ.
///
/// @param tolerated keys of taints, with any value and effect
/// @param zone empty for any
/// @param port on the node's addresses; 0 for none
/// @param alone whether it shares no node with a pod of its app
/// @param gated whether it is held back at first
record Wish(
        String name,
        String app,
        int milliCpu,
        Set<String> tolerated,
        String zone,
        int port,
        boolean alone,
        int priority,
        boolean gated) {
    static final String CORDON = "node.kubernetes.io/unschedulable";
    static final String GATE = "example.com/wait";

    private static final int[] PRIORITIES = {0, 0, 0, 100, 1000};

    Wish {
        tolerated = Set.copyOf(tolerated);
    }

    static Wish random(String name, Random random) {
        Set<String> tolerated = new HashSet<>();
        for (String key : new String[] {"a", "b", CORDON}) {
            if (random.nextInt(4) == 0) {
                tolerated.add(key);
            }
        }
        return new Wish(
                name,
                "app-" + random.nextInt(6),
                100 * (1 + random.nextInt(15)),
                tolerated,
                random.nextInt(4) == 0 ? "zone-" + random.nextInt(3) : "",
                random.nextInt(8) == 0 ? 8000 + random.nextInt(3) : 0,
                random.nextInt(5) == 0,
                PRIORITIES[random.nextInt(PRIORITIES.length)],
                random.nextInt(12) == 0);
    }

    Wish tolerating(String key) {
        var more = new HashSet<>(tolerated);
        more.add(key);
        return new Wish(name, app, milliCpu, more, zone, port, alone, priority, gated);
    }

    Wish ungated() {
        return new Wish(name, app, milliCpu, tolerated, zone, port, alone, priority, false);
    }

    /// Whether the two may not be on one node.
    boolean clashesWith(Wish other) {
        return (port != 0 && port == other.port) || (app.equals(other.app) && (alone || other.alone));
    }

    ObjectNode manifest() {
        ObjectNode pod = Json.object().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("name", name).putObject("labels").put("app", app);
        ObjectNode spec = pod.putObject("spec");
        if (priority > 0) {
            spec.put("priorityClassName", "p" + priority);
        }
        for (String key : tolerated) {
            spec.withArrayProperty("tolerations").addObject().put("key", key).put("operator", "Exists");
        }
        if (!zone.isEmpty()) {
            spec.putObject("nodeSelector").put("zone", zone);
        }
        if (gated) {
            spec.putArray("schedulingGates").addObject().put("name", GATE);
        }
        if (alone) {
            ObjectNode term = spec.putObject("affinity")
                    .putObject("podAntiAffinity")
                    .putArray("requiredDuringSchedulingIgnoredDuringExecution")
                    .addObject()
                    .put("topologyKey", "kubernetes.io/hostname");
            term.putObject("labelSelector").putObject("matchLabels").put("app", app);
        }
        ObjectNode container = spec.putArray("containers").addObject();
        container.put("name", "main").put("image", "registry.test/app:1");
        container.putObject("resources").putObject("requests").put("cpu", milliCpu + "m");
        if (port != 0) {
            container.putArray("ports").addObject().put("containerPort", port).put("hostPort", port);
        }
        return pod;
    }
}
