package dev.tenure.bench.perf;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ObjectNode;
import java.util.function.Consumer;

/// What objects of a workload look like.
///
/// @param name the name of an object is this, a hyphen and its number
/// @param maker makes the object, but for its name
record Template(ResourceType type, String name, Maker maker) {
    /// The one node that has this very name.
    static final String NAMED_NODE = "scheduler-perf-node";

    interface Maker {
        /// @param index number of the object among `count`, from 0
        ObjectNode make(int index, int count);
    }

    static Template pod(String name, Consumer<PodDraft> fill) {
        return new Template(ResourceTypes.PODS, name, (index, count) -> {
            var draft = new PodDraft(index, count);
            fill.accept(draft);
            return draft.object();
        });
    }

    static Template node(String name, Consumer<NodeDraft> fill) {
        return new Template(ResourceTypes.NODES, name, (index, count) -> {
            var draft = new NodeDraft(index);
            fill.accept(draft);
            return draft.object();
        });
    }

    String nameOf(int index) {
        return name.equals(NAMED_NODE) ? name : name + "-" + index;
    }

    /// The object with that number, under its name.
    ObjectNode object(int index, int count) {
        return named(nameOf(index), index, count);
    }

    ObjectNode named(String objectName, int index, int count) {
        ObjectNode object = maker.make(index, count);
        object.put("apiVersion", type.apiVersion()).put("kind", type.kind());
        object.withObject("metadata").put("name", objectName);
        return object;
    }
}
