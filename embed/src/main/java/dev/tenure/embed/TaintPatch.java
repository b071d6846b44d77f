package dev.tenure.embed;

import dev.tenure.model.core.Node;
import dev.tenure.model.core.Taint;
import dev.tenure.rules.taint.TaintEdit;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;

/// The merge patch that gives a node other taints, made of the node as it is. Stateless.
final class TaintPatch {
    private TaintPatch() {}

    static ObjectNode of(Node node, TaintEdit edit) {
        ObjectNode patch = Json.object();
        ArrayNode taints = patch.putObject("spec").putArray("taints");
        for (Taint taint : edit.appliedTo(node.spec().taints())) {
            ObjectNode written = Json.object().put("key", taint.key());
            if (!taint.value().isEmpty()) {
                written.put("value", taint.value());
            }
            written.put("effect", taint.effect().word());
            taint.timeAdded().ifPresent(added -> written.put("timeAdded", added.toString()));
            taints.add(written);
        }
        return patch;
    }
}
