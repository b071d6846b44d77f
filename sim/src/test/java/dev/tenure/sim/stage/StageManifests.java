package dev.tenure.sim.stage;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.nio.charset.StandardCharsets;

/// Small manifests.
public final class StageManifests {
    private StageManifests() {}

    /// Reads JSON that uses single quotes.
    public static ObjectNode json(String text) {
        return Json.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    /// A healthy node as its kubelet would have registered it.
    public static ObjectNode node(String name, String zone) {
        ObjectNode node = json("""
                {'apiVersion': 'v1', 'kind': 'Node', 'metadata': {'name': '%1$s', 'labels':
                  {'kubernetes.io/hostname': '%1$s', 'topology.kubernetes.io/zone': '%2$s'}},
                 'spec': {}, 'status': {
                  'capacity': {'cpu': '4', 'memory': '16Gi', 'pods': '110'},
                  'allocatable': {'cpu': '4', 'memory': '16Gi', 'pods': '110'}}}
                """.formatted(name, zone));
        var conditions = node.withObjectProperty("status").putArray("conditions");
        conditions.addObject().put("type", "Ready").put("status", "True").put("reason", "KubeletReady");
        for (String type : new String[] {"MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable"}) {
            conditions.addObject().put("type", type).put("status", "False").put("reason", "Fine");
        }
        return node;
    }

    /// A pod that is bound to a node.
    ///
    /// @param tolerations a JSON list, single quotes allowed
    public static ObjectNode pod(String name, String node, String tolerations) {
        return json("""
                {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': '%s'}, 'spec': {'nodeName': '%s',
                 'containers': [{'name': 'main', 'image': 'registry.test/app:1'}], 'tolerations': %s}}
                """.formatted(name, node, tolerations));
    }

    /// Tolerates the NoExecute taint with this key.
    ///
    /// @param seconds as in `tolerationSeconds`
    public static String tolerating(String key, int seconds) {
        return "{'key': '%s', 'operator': 'Exists', 'effect': 'NoExecute', 'tolerationSeconds': %d}"
                .formatted(key, seconds);
    }

    /// Tolerates the NoExecute taint with this key for ever.
    public static String tolerating(String key) {
        return "{'key': '%s', 'operator': 'Exists', 'effect': 'NoExecute'}".formatted(key);
    }

    /// `key:effect` or `key=value:effect` as JSON.
    public static String taint(String text) {
        String[] parts = text.split("[=:]");
        return parts.length == 2
                ? "{'key': '%s', 'effect': '%s'}".formatted(parts[0], parts[1])
                : "{'key': '%s', 'value': '%s', 'effect': '%s'}".formatted(parts[0], parts[1], parts[2]);
    }
}
