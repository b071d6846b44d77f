package dev.tenure.bench.perf;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;

/// A node in the making: ready, and with nothing on it but what is said.
final class NodeDraft {

    private final int index;
    private final ObjectNode node = Json.object();

    NodeDraft(int index) {
        this.index = index;
        node.withObject("status")
                .putArray("conditions")
                .addObject()
                .put("type", "Ready")
                .put("status", "True");
    }

    int index() {
        return index;
    }

    NodeDraft room(String cpu, String memory, String pods) {
        return room("cpu", cpu).room("memory", memory).room("pods", pods);
    }

    NodeDraft room(String resource, String quantity) {
        node.withObject("status").withObject("capacity").put(resource, quantity);
        node.withObject("status").withObject("allocatable").put(resource, quantity);
        return this;
    }

    NodeDraft label(String key, String value) {
        node.withObject("metadata").withObject("labels").put(key, value);
        return this;
    }

    /// Keeps pods away that do not tolerate it.
    NodeDraft taint(String key) {
        node.withObject("spec").withArray("taints").addObject().put("key", key).put("effect", "NoSchedule");
        return this;
    }

    NodeDraft cordoned() {
        node.withObject("spec").put("unschedulable", true);
        return this;
    }

    ObjectNode object() {
        return node;
    }
}
