package dev.tenure.kinds.volume;

import dev.tenure.apiserver.registry.field.GoStruct;
import dev.tenure.apiserver.registry.field.GoStruct.Zero;
import dev.tenure.apiserver.registry.field.PrintedSelector;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;

/// The shapes in which messages print specs of claims.
final class VolumeShapes {
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
}
