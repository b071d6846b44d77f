package dev.tenure.wire.view;

import dev.tenure.model.core.Volume;
import dev.tenure.model.core.Volume.Source;
import dev.tenure.wire.json.JsonNode;
import java.util.List;
import java.util.Map;

/// Volumes of pods.
final class VolumeViews {
    private VolumeViews() {}

    static Volume volume(JsonNode node) {
        String type = "";
        JsonNode source = node;
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            if (!entry.getKey().equals("name") && entry.getValue().isObject()) {
                type = entry.getKey();
                source = entry.getValue();
            }
        }
        return new Volume(Tree.text(node, "name"), type, source(type, source));
    }

    private static Source source(String type, JsonNode node) {
        boolean readOnly = Tree.flag(node, "readOnly");
        return switch (type) {
            case "persistentVolumeClaim" -> new Source.Claim(Tree.text(node, "claimName"), readOnly);
            case "ephemeral" -> new Source.Ephemeral();
            case "emptyDir" -> new Source.EmptyDir(Tree.text(node, "medium"), Tree.optionalQuantity(node, "sizeLimit"));
            case "gcePersistentDisk" -> new Source.Exclusive(Tree.text(node, "pdName"), readOnly, List.of());
            case "awsElasticBlockStore" -> new Source.Exclusive(Tree.text(node, "volumeID"), readOnly, List.of());
            case "iscsi" -> new Source.Exclusive(Tree.text(node, "iqn"), readOnly, List.of());
            case "rbd" ->
                new Source.Exclusive(
                        Tree.text(node, "pool", "rbd") + "/" + Tree.text(node, "image"),
                        readOnly,
                        Tree.texts(node, "monitors"));
            case "csi" -> new Source.Csi(Tree.text(node, "driver"));
            default -> new Source.Other();
        };
    }
}
