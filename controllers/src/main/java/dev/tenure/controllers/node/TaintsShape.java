package dev.tenure.controllers.node;

import dev.tenure.model.core.Taint;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Taints as JSON. Fields that are empty are left out.
public final class TaintsShape {
    private TaintsShape() {}

    /// The list, in the same order.
    public static ArrayNode list(List<Taint> taints) {
        ArrayNode list = Json.array();
        for (Taint taint : taints) {
            ObjectNode entry = list.addObject().put("key", taint.key());
            if (!taint.value().isEmpty()) {
                entry.put("value", taint.value());
            }
            entry.put("effect", taint.effect().word());
            taint.timeAdded().ifPresent(at -> entry.put("timeAdded", at.toString()));
        }
        return list;
    }

    /// A patch that gives a node these taints and no others, and holds for one revision of the node only.
    public static ObjectNode patch(long revision, List<Taint> taints) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("resourceVersion", Long.toString(revision));
        ObjectNode spec = patch.putObject("spec");
        if (taints.isEmpty()) {
            spec.putNull("taints");
        } else {
            spec.set("taints", list(taints));
        }
        return patch;
    }
}
