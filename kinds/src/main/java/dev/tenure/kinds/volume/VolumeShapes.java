package dev.tenure.kinds.volume;

import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.meta.PrintedSelector;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NullNode;
import dev.tenure.wire.json.ObjectNode;

/// The shapes in which messages print specs of volumes and claims.
final class VolumeShapes {
    private static final GoStruct SECRET =
            new GoStruct().with("Name", "name", Zero.TEXT).with("Namespace", "namespace", Zero.TEXT);

    private static final GoStruct HOST_PATH =
            new GoStruct().with("Path", "path", Zero.TEXT).with("Type", "type", Zero.NOTHING);

    private static final GoStruct NFS = new GoStruct()
            .with("Server", "server", Zero.TEXT)
            .with("Path", "path", Zero.TEXT)
            .with("ReadOnly", "readOnly", Zero.FLAG);

    private static final GoStruct LOCAL =
            new GoStruct().with("Path", "path", Zero.TEXT).with("FSType", "fsType", Zero.NOTHING);

    private static final GoStruct ISCSI = new GoStruct()
            .with("TargetPortal", "targetPortal", Zero.TEXT)
            .with("IQN", "iqn", Zero.TEXT)
            .with("Lun", "lun", Zero.NUMBER)
            .with("ISCSIInterface", "iscsiInterface", Zero.TEXT)
            .with("FSType", "fsType", Zero.TEXT)
            .with("ReadOnly", "readOnly", Zero.FLAG)
            .with("Portals", "portals", Zero.NOTHING)
            .with("DiscoveryCHAPAuth", "chapAuthDiscovery", Zero.FLAG)
            .with("SessionCHAPAuth", "chapAuthSession", Zero.FLAG)
            .with("SecretRef", "secretRef", SECRET)
            .with("InitiatorName", "initiatorName", Zero.NOTHING);

    private static final GoStruct CSI = new GoStruct()
            .with("Driver", "driver", Zero.TEXT)
            .with("VolumeHandle", "volumeHandle", Zero.TEXT)
            .with("ReadOnly", "readOnly", Zero.FLAG)
            .with("FSType", "fsType", Zero.TEXT)
            .with("VolumeAttributes", "volumeAttributes", Zero.NOTHING)
            .with("ControllerPublishSecretRef", "controllerPublishSecretRef", SECRET)
            .with("NodeStageSecretRef", "nodeStageSecretRef", SECRET)
            .with("NodePublishSecretRef", "nodePublishSecretRef", SECRET)
            .with("ControllerExpandSecretRef", "controllerExpandSecretRef", SECRET)
            .with("NodeExpandSecretRef", "nodeExpandSecretRef", SECRET);

    /// The source of a persistent volume. Of the sources that no longer work only the JSON form is known.
    static final GoStruct SOURCE = new GoStruct()
            .with("GCEPersistentDisk", "gcePersistentDisk", Zero.NOTHING)
            .with("AWSElasticBlockStore", "awsElasticBlockStore", Zero.NOTHING)
            .with("HostPath", "hostPath", HOST_PATH)
            .with("Glusterfs", "glusterfs", Zero.NOTHING)
            .with("NFS", "nfs", NFS)
            .with("RBD", "rbd", Zero.NOTHING)
            .with("Quobyte", "quobyte", Zero.NOTHING)
            .with("ISCSI", "iscsi", ISCSI)
            .with("FlexVolume", "flexVolume", Zero.NOTHING)
            .with("Cinder", "cinder", Zero.NOTHING)
            .with("CephFS", "cephfs", Zero.NOTHING)
            .with("FC", "fc", Zero.NOTHING)
            .with("Flocker", "flocker", Zero.NOTHING)
            .with("AzureFile", "azureFile", Zero.NOTHING)
            .with("VsphereVolume", "vsphereVolume", Zero.NOTHING)
            .with("AzureDisk", "azureDisk", Zero.NOTHING)
            .with("PhotonPersistentDisk", "photonPersistentDisk", Zero.NOTHING)
            .with("PortworxVolume", "portworxVolume", Zero.NOTHING)
            .with("ScaleIO", "scaleIO", Zero.NOTHING)
            .with("Local", "local", LOCAL)
            .with("StorageOS", "storageos", Zero.NOTHING)
            .with("CSI", "csi", CSI);

    private static final GoStruct REQUIREMENT = new GoStruct()
            .with("Key", "key", Zero.TEXT)
            .with("Operator", "operator", Zero.TEXT)
            .with("Values", "values", Zero.NOTHING);

    private static final GoStruct REFERENCE = new GoStruct()
            .with("APIGroup", "apiGroup", Zero.NOTHING)
            .with("Kind", "kind", Zero.TEXT)
            .with("Name", "name", Zero.TEXT);

    private static final GoStruct REFERENCE_ANYWHERE = new GoStruct()
            .with("APIGroup", "apiGroup", Zero.NOTHING)
            .with("Kind", "kind", Zero.TEXT)
            .with("Name", "name", Zero.TEXT)
            .with("Namespace", "namespace", Zero.NOTHING);

    private static final GoStruct RESOURCES =
            new GoStruct().with("Limits", "limits", Zero.NOTHING).with("Requests", "requests", Zero.NOTHING);

    private static final GoStruct CLAIM = new GoStruct()
            .with("AccessModes", "accessModes", Zero.NOTHING)
            .with("Selector", "selector", Zero.NOTHING)
            .with("Resources", "resources", RESOURCES)
            .with("VolumeName", "volumeName", Zero.TEXT)
            .with("StorageClassName", "storageClassName", Zero.NOTHING)
            .with("VolumeMode", "volumeMode", Zero.NOTHING)
            .with("DataSource", "dataSource", REFERENCE)
            .with("DataSourceRef", "dataSourceRef", REFERENCE_ANYWHERE)
            .with("VolumeAttributesClassName", "volumeAttributesClassName", Zero.NOTHING);

    private VolumeShapes() {}

    /// The spec of a claim.
    static ObjectNode claim(JsonNode spec) {
        ObjectNode whole = (ObjectNode) spec.deepCopy();
        if (!whole.path("resources").isObject()) {
            whole.putObject("resources");
        }
        if (whole.path("selector").isObject()) {
            whole.set("selector", PrintedSelector.of(whole.path("selector")));
        }
        return CLAIM.of(whole);
    }

    /// Where a volume can be used.
    static JsonNode affinity(JsonNode affinity) {
        if (!affinity.isObject()) {
            return NullNode.INSTANCE;
        }
        ObjectNode printed = Json.object();
        JsonNode required = affinity.path("required");
        if (!required.isObject()) {
            return printed.set("Required", NullNode.INSTANCE);
        }
        ObjectNode selector = printed.putObject("Required");
        if (!required.path("nodeSelectorTerms").isArray()) {
            selector.putNull("NodeSelectorTerms");
            return printed;
        }
        ArrayNode terms = selector.putArray("NodeSelectorTerms");
        for (JsonNode term : required.path("nodeSelectorTerms")) {
            ObjectNode one = terms.addObject();
            one.set("MatchExpressions", requirements(term.path("matchExpressions")));
            one.set("MatchFields", requirements(term.path("matchFields")));
        }
        return printed;
    }

    private static JsonNode requirements(JsonNode requirements) {
        if (!requirements.isArray()) {
            return NullNode.INSTANCE;
        }
        ArrayNode list = Json.array();
        requirements.forEach(requirement -> list.add(REQUIREMENT.of(requirement)));
        return list;
    }
}
