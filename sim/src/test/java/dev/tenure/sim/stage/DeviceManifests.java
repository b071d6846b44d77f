package dev.tenure.sim.stage;

import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ObjectNode;

/// Small manifests of devices and claims of them: one driver, one pool, and claims with one request.
public final class DeviceManifests {
    public static final String DRIVER = "gpu.example.com";

    private DeviceManifests() {}

    /// A slice of the pool `pool`, whose devices are called by their names.
    ///
    /// @param devices JSON of devices, single quotes allowed
    public static ObjectNode slice(String name, int generation, String... devices) {
        return StageManifests.json("""
                {'metadata': {'name': '%s'}, 'spec': {'driver': '%s', 'nodeName': 'n',
                 'pool': {'name': 'pool', 'generation': %d, 'resourceSliceCount': 1}, 'devices': [%s]}}
                """.formatted(name, DRIVER, generation, String.join(", ", devices)));
    }

    /// @param taints JSON, single quotes allowed
    public static String device(String name, String... taints) {
        return "{'name': '%s', 'taints': [%s]}".formatted(name, String.join(", ", taints));
    }

    /// A claim or a template of claims; the class need not be there.
    public static ObjectNode template(String name) {
        return StageManifests.json("""
                {'metadata': {'name': '%s'}, 'spec': {'metadata': {'labels': {'of': 'template'}, 'annotations': {'note': 'x'}},
                 'spec': %s}}
                """.formatted(name, requests()));
    }

    public static ObjectNode claim(String name) {
        return StageManifests.json("{'metadata': {'name': '%s'}, 'spec': %s}".formatted(name, requests()));
    }

    private static String requests() {
        return "{'devices': {'requests': [{'name': 'r', 'exactly': {'deviceClassName': 'gold'}}]}}";
    }

    /// A pod on node `n`, or on none, with one claim.
    ///
    /// @param node empty for none
    /// @param claim `'resourceClaimName': …` or `'resourceClaimTemplateName': …`
    public static ObjectNode pod(String name, String node, String claim) {
        ObjectNode pod = StageManifests.json("""
                {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': '%s'}, 'spec': {
                 'containers': [{'name': 'main', 'image': 'registry.test/app:1', 'resources': {'claims': [{'name': 'c'}]}}],
                 'resourceClaims': [{'name': 'c', %s}]}}
                """.formatted(name, claim));
        if (!node.isEmpty()) {
            pod.withObjectProperty("spec").put("nodeName", node);
        }
        return pod;
    }

    /// The status of a claim that has one device, with our finalizer, as the scheduler would write it.
    ///
    /// @param tolerations JSON, single quotes allowed
    public static void allocate(Stage stage, String claim, String device, String... tolerations) {
        stage.patch(
                ResourceTypes.RESOURCE_CLAIMS,
                claim,
                "{'metadata': {'finalizers': ['resource.kubernetes.io/delete-protection']}}");
        stage.patch(ResourceTypes.RESOURCE_CLAIMS, claim, "status", """
                {'status': {'allocation': {'devices': {'results': [{'request': 'r', 'driver': '%s', 'pool': 'pool',
                 'device': '%s', 'tolerations': [%s]}]}}}}
                """.formatted(
                        DRIVER, device, String.join(", ", tolerations)));
    }

    /// Notes pods in an allocated claim.
    public static void reserve(Stage stage, String claim, String... pods) {
        var consumers = new StringBuilder();
        for (String pod : pods) {
            consumers
                    .append(consumers.isEmpty() ? "" : ", ")
                    .append("{'resource': 'pods', 'name': '%s', 'uid': '%s'}"
                            .formatted(pod, stage.seePod(pod).meta().uid()));
        }
        stage.patch(
                ResourceTypes.RESOURCE_CLAIMS,
                claim,
                "status",
                "{'status': {'reservedFor': [%s]}}".formatted(consumers));
    }
}
