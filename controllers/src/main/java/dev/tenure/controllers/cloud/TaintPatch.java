package dev.tenure.controllers.cloud;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.model.core.Taint;
import dev.tenure.wire.json.Json;
import java.util.List;

/// Writes all taints of a node into a patch that holds for one revision only.
public final class TaintPatch {
    private TaintPatch() {}

    public static ObjectNode of(long revision, List<Taint> taints) {
        ObjectNode patch = Json.object();
        patch.putObject("metadata").put("resourceVersion", Long.toString(revision));
        ObjectNode spec = patch.putObject("spec");
        if (taints.isEmpty()) {
            spec.putNull("taints");
            return patch;
        }
        ArrayNode list = spec.putArray("taints");
        for (Taint taint : taints) {
            ObjectNode entry = list.addObject().put("key", taint.key());
            if (!taint.value().isEmpty()) {
                entry.put("value", taint.value());
            }
            entry.put("effect", taint.effect().word());
            taint.timeAdded().ifPresent(at -> entry.put("timeAdded", at.toString()));
        }
        return patch;
    }
}
