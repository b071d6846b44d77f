package dev.tenure.plan.trace;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.MergePatch;
import dev.tenure.wire.schema.GroupVersionKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The objects of a cluster at one moment of its trace. Confined to one thread.
final class TraceState {
    private final StoredForms forms;
    private final Map<ObjectKey, ObjectNode> objects = new HashMap<>();

    TraceState(StoredForms forms) {
        this.forms = forms;
    }

    /// What became of one object.
    ///
    /// @param before empty when it is new
    /// @param after empty when it is gone
    record Step(ObjectKey key, Optional<ObjectNode> before, Optional<ObjectNode> after) {}

    /// Goes on by one entry.
    ///
    /// @return empty when it is about no object, or about one that is not known
    Optional<Step> apply(TraceEntry entry) {
        return switch (entry) {
            case TraceEntry.Put(var _, var object) -> key(forms, object).map(key -> step(key, Optional.of(object)));
            case TraceEntry.Changed(var _, var key, var patch) ->
                Optional.ofNullable(objects.get(key))
                        .map(before -> step(key, Optional.of(MergePatch.apply(before, patch))));
            case TraceEntry.Gone(var _, var key) ->
                objects.containsKey(key) ? Optional.of(step(key, Optional.empty())) : Optional.empty();
            case TraceEntry.Begun _, TraceEntry.Heard _, TraceEntry.Alive _, TraceEntry.Ended _ -> Optional.empty();
        };
    }

    private Step step(ObjectKey key, Optional<ObjectNode> after) {
        Optional<ObjectNode> before =
                Optional.ofNullable(after.isPresent() ? objects.put(key, after.get()) : objects.remove(key));
        return new Step(key, before, after);
    }

    /// By their keys; a view that changes.
    Map<ObjectKey, ObjectNode> objects() {
        return objects;
    }

    /// Under which an object is stored; empty for a kind that is not known.
    static Optional<ObjectKey> key(StoredForms forms, ObjectNode object) {
        Optional<ResourceType> type = forms.type(kind(object));
        return type.map(known -> new ObjectKey(
                known.group(),
                known.resource(),
                known.namespaced() ? object.at("/metadata/namespace").asText("default") : "",
                object.at("/metadata/name").asText()));
    }

    static GroupVersionKind kind(ObjectNode object) {
        return GroupVersionKind.of(
                object.path("apiVersion").asText(), object.path("kind").asText());
    }
}
