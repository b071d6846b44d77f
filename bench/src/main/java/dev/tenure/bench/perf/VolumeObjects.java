package dev.tenure.bench.perf;

import dev.tenure.bench.perf.Step.Preparation.VolumeLimit;
import dev.tenure.bench.perf.Step.Volumes;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;

/// Claims, volumes bound to them, and how many a node takes.
final class VolumeObjects {
    private static final String DRIVER = "ebs.csi.aws.com";
    private static final String SIZE = "1Gi";
    private static final String MODE = "ReadOnlyMany";

    private VolumeObjects() {}

    static String claimName(int index) {
        return "pvc-" + index;
    }

    private static String volumeName(String namespace, int index) {
        return namespace + "-vol-" + index;
    }

    /// The claim of the pod with that number, bound to its volume.
    static ObjectNode claim(String namespace, int index, Volumes kind) {
        ObjectNode claim = Json.object();
        ObjectNode meta = claim.putObject("metadata");
        meta.put("name", claimName(index)).put("namespace", namespace);
        meta.putObject("annotations").put("pv.kubernetes.io/bind-completed", "true");
        ObjectNode spec = claim.putObject("spec");
        spec.putArray("accessModes").add(kind == Volumes.CSI_ONCE ? "ReadWriteOncePod" : MODE);
        spec.putObject("resources").putObject("requests").put("storage", SIZE);
        spec.put("volumeName", volumeName(namespace, index));
        claim.putObject("status").put("phase", "Bound");
        return claim;
    }

    static ObjectNode volume(String namespace, int index, Volumes kind) {
        String name = volumeName(namespace, index);
        ObjectNode volume = Json.object();
        volume.putObject("metadata").put("name", name);
        ObjectNode spec = volume.putObject("spec");
        spec.putArray("accessModes").add(MODE);
        spec.putObject("capacity").put("storage", SIZE);
        spec.put("persistentVolumeReclaimPolicy", "Retain");
        if (kind == Volumes.AWS) {
            spec.putObject("awsElasticBlockStore").put("volumeID", "vol-" + index);
        } else {
            spec.putObject("csi").put("driver", DRIVER).put("volumeHandle", name);
        }
        spec.putObject("claimRef")
                .put("kind", "PersistentVolumeClaim")
                .put("apiVersion", "v1")
                .put("namespace", namespace)
                .put("name", claimName(index));
        volume.putObject("status").put("phase", "Bound");
        return volume;
    }

    /// Says on the node itself how many volumes it takes.
    static void limit(ObjectNode node, VolumeLimit limit) {
        String resource = "attachable-volumes-csi-" + DRIVER;
        node.withObject("status").withObject("allocatable").put(resource, Integer.toString(limit.max()));
    }

    /// What the driver says of the node.
    static ObjectNode csiNode(String node, VolumeLimit limit) {
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata").put("name", node);
        meta.putObject("annotations")
                .put("storage.alpha.kubernetes.io/migrated-plugins", limit.migrated() ? "kubernetes.io/aws-ebs" : "");
        object.putObject("spec")
                .putArray("drivers")
                .addObject()
                .put("name", DRIVER)
                .put("nodeID", node)
                .putObject("allocatable")
                .put("count", limit.max());
        return object;
    }
}
