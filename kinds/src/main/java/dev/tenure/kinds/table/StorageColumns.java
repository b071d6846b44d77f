package dev.tenure.kinds.table;

import dev.tenure.apiserver.table.CellText;
import dev.tenure.apiserver.table.Cells;
import dev.tenure.apiserver.table.Column;
import dev.tenure.wire.json.BooleanNode;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Tables of volumes, claims, storage classes and drivers. Upstream: printers/internalversion.
final class StorageColumns {
    private static final Map<String, String> SHORT_MODES = Map.of(
            "ReadWriteOnce", "RWO",
            "ReadOnlyMany", "ROX",
            "ReadWriteMany", "RWX",
            "ReadWriteOncePod", "RWOP");

    static final List<Column> VOLUMES = List.of(
            CellText.name(),
            CellText.text("Capacity", volume -> CellText.or(Cells.text(volume, "spec", "capacity", "storage"), "0")),
            CellText.text("Access Modes", volume -> modes(Cells.at(volume, "spec", "accessModes"))),
            CellText.text("Reclaim Policy", volume -> Cells.text(volume, "spec", "persistentVolumeReclaimPolicy")),
            CellText.text("Status", StorageColumns::status),
            CellText.text("Claim", StorageColumns::claim),
            CellText.text("StorageClass", volume -> Cells.text(volume, "spec", "storageClassName")),
            CellText.text("VolumeAttributesClass", StorageColumns::attributesClass),
            CellText.text("Reason", volume -> Cells.text(volume, "status", "reason")),
            CellText.age(),
            CellText.wide("VolumeMode", StorageColumns::volumeMode));

    static final List<Column> CLAIMS = List.of(
            CellText.name(),
            CellText.text("Status", StorageColumns::status),
            CellText.text("Volume", claim -> Cells.text(claim, "spec", "volumeName")),
            CellText.text("Capacity", claim -> bound(claim) ? capacity(claim) : ""),
            CellText.text("Access Modes", claim -> bound(claim) ? modes(Cells.at(claim, "status", "accessModes")) : ""),
            CellText.text("StorageClass", claim -> Cells.text(claim, "spec", "storageClassName")),
            CellText.text("VolumeAttributesClass", StorageColumns::attributesClass),
            CellText.age(),
            CellText.wide("VolumeMode", StorageColumns::volumeMode));

    static final List<Column> CLASSES = List.of(
            new Column("Name", "string", "name", 0, (object, _) -> TextNode.valueOf(className(object))),
            CellText.text("Provisioner", object -> Cells.text(object, "provisioner")),
            CellText.text(
                    "ReclaimPolicy", object -> object.path("reclaimPolicy").asText("Delete")),
            CellText.text(
                    "VolumeBindingMode", object -> CellText.or(Cells.text(object, "volumeBindingMode"), "Immediate")),
            new Column(
                    "AllowVolumeExpansion",
                    "string",
                    "",
                    0,
                    (object, _) -> BooleanNode.valueOf(
                            object.path("allowVolumeExpansion").asBoolean(false))),
            CellText.age());

    static final List<Column> DRIVERS = List.of(
            CellText.name(),
            flag("AttachRequired", true, "spec", "attachRequired"),
            flag("PodInfoOnMount", "spec", "podInfoOnMount"),
            flag("StorageCapacity", "spec", "storageCapacity"),
            CellText.text("TokenRequests", driver -> audiences(Cells.at(driver, "spec", "tokenRequests"))),
            flag("RequiresRepublish", "spec", "requiresRepublish"),
            CellText.text("Modes", driver -> joined(Cells.at(driver, "spec", "volumeLifecycleModes"))),
            CellText.age());

    static final List<Column> NODES_OF_DRIVERS = List.of(
            CellText.name(),
            new Column(
                    "Drivers",
                    "integer",
                    "",
                    0,
                    (node, _) ->
                            NumberNode.valueOf(Cells.at(node, "spec", "drivers").size())),
            CellText.age());

    static final List<Column> ATTACHMENTS = List.of(
            CellText.name(),
            new Column("Attacher", "string", "name", 0, (o, _) -> TextNode.valueOf(Cells.text(o, "spec", "attacher"))),
            CellText.text("PV", object -> Cells.text(object, "spec", "source", "persistentVolumeName")),
            CellText.text("Node", object -> Cells.text(object, "spec", "nodeName")),
            flag("Attached", "status", "attached"),
            CellText.age());

    private StorageColumns() {}

    private static Column flag(String title, String... path) {
        return flag(title, false, path);
    }

    private static Column flag(String title, boolean otherwise, String... path) {
        return new Column(
                title,
                "boolean",
                "",
                0,
                (object, _) -> BooleanNode.valueOf(Cells.at(object, path).asBoolean(otherwise)));
    }

    /// In a fixed order, as upstream.
    private static String modes(JsonNode modes) {
        var texts = new ArrayList<String>();
        for (String mode : List.of("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod")) {
            for (JsonNode given : modes) {
                if (given.asText().equals(mode) && !texts.contains(SHORT_MODES.get(mode))) {
                    texts.add(SHORT_MODES.get(mode));
                }
            }
        }
        return String.join(",", texts);
    }

    private static String status(ObjectNode object) {
        boolean leaving = !Cells.text(object, "metadata", "deletionTimestamp").isEmpty();
        return leaving ? "Terminating" : Cells.text(object, "status", "phase");
    }

    private static String claim(ObjectNode volume) {
        JsonNode claim = Cells.at(volume, "spec", "claimRef");
        return claim.isObject() ? Cells.text(claim, "namespace") + "/" + Cells.text(claim, "name") : "";
    }

    private static String capacity(ObjectNode claim) {
        return CellText.or(Cells.text(claim, "status", "capacity", "storage"), "0");
    }

    private static boolean bound(ObjectNode claim) {
        return !Cells.text(claim, "spec", "volumeName").isEmpty();
    }

    private static String attributesClass(ObjectNode object) {
        return CellText.or(Cells.text(object, "spec", "volumeAttributesClassName"), CellText.UNSET);
    }

    private static String volumeMode(ObjectNode object) {
        return CellText.or(Cells.text(object, "spec", "volumeMode"), CellText.UNSET);
    }

    private static String className(ObjectNode object) {
        String name = Cells.text(object, "metadata", "name");
        String mark = Cells.text(object, "metadata", "annotations", "storageclass.kubernetes.io/is-default-class");
        return mark.equals("true") ? name + " (default)" : name;
    }

    private static String audiences(JsonNode requests) {
        var texts = new ArrayList<String>();
        requests.forEach(request -> texts.add(Cells.text(request, "audience")));
        return CellText.or(String.join(",", texts), CellText.UNSET);
    }

    private static String joined(JsonNode list) {
        var texts = new ArrayList<String>();
        list.forEach(item -> texts.add(item.asText()));
        return CellText.or(String.join(",", texts), CellText.NONE);
    }
}
