package dev.tenure.scheduler.fake;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;

/// Small manifests for tests.
public final class FakeManifests {
    private FakeManifests() {}

    public static ObjectNode node(String name, String cpu) {
        ObjectNode node = Json.object().put("apiVersion", "v1").put("kind", "Node");
        node.putObject("metadata").put("name", name).putObject("labels").put("kubernetes.io/hostname", name);
        node.putObject("spec");
        node.putObject("status")
                .putObject("allocatable")
                .put("cpu", cpu)
                .put("memory", "8Gi")
                .put("pods", "110");
        return node;
    }

    public static ObjectNode tainted(ObjectNode node, String key, String effect) {
        node.withObjectProperty("spec")
                .withArrayProperty("taints")
                .addObject()
                .put("key", key)
                .put("effect", effect);
        return node;
    }

    public static ObjectNode pod(String name, String cpu, int priority) {
        ObjectNode pod = Json.object().put("apiVersion", "v1").put("kind", "Pod");
        pod.putObject("metadata").put("namespace", "default").put("name", name).put("uid", "uid-" + name);
        ObjectNode spec = pod.putObject("spec");
        spec.put("schedulerName", "default-scheduler").put("priority", priority).put("restartPolicy", "Always");
        spec.putArray("containers")
                .addObject()
                .put("name", "main")
                .put("image", "registry.example/app:v1")
                .putObject("resources")
                .putObject("requests")
                .put("cpu", cpu);
        pod.putObject("status").put("phase", "Pending");
        return pod;
    }

    public static ObjectNode tolerating(ObjectNode pod, String key) {
        pod.withObjectProperty("spec")
                .withArrayProperty("tolerations")
                .addObject()
                .put("key", key)
                .put("operator", "Exists");
        return pod;
    }
}
