package dev.tenure.plan.trace;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.plan.export.Redaction;
import dev.tenure.plan.source.WorldKinds;
import dev.tenure.sim.world.StoredForms;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.GroupVersionKind;
import java.util.Optional;

/// How an object stands in a trace: as it is stored, without what says nothing of its cluster's course and
/// changes all the time, and under pseudonyms if asked. Confined to one thread.
final class RecordedForm {
    private final StoredForms forms = new StoredForms();
    private final Optional<Redaction> redaction;

    /// @param redaction whose pseudonyms are used, if any are
    RecordedForm(Optional<Redaction> redaction) {
        this.redaction = redaction;
    }

    /// Whether an object stands in traces at all.
    static boolean isRecorded(ObjectKey key) {
        return WorldKinds.isNeeded(key) && !key.resource().equals("secrets");
    }

    /// @param object as a server shows it
    ObjectNode of(ResourceType type, StoredObject object) {
        var kind = GroupVersionKind.of(type);
        StoredObject stored = forms.read(object.json(), kind).withRevision(object.revision());
        ObjectNode tree = redaction
                .map(words -> words.object(stored))
                .map(StoredObject::json)
                .map(Json::readObject)
                .orElseGet(() -> Json.readObject(stored.json()));
        tree.put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
        ObjectNode metadata = tree.withObject("/metadata");
        metadata.remove("managedFields");
        metadata.remove("resourceVersion");
        if (type.resource().equals("nodes")) {
            withoutBeats(tree);
        }
        removeNulls(tree);
        return tree;
    }

    /// A null says nothing in an object of Kubernetes, and a merge patch cannot say it.
    private static void removeNulls(JsonNode tree) {
        if (tree instanceof ObjectNode object) {
            object.properties().removeIf(field -> field.getValue().isNull());
        }
        tree.forEach(RecordedForm::removeNulls);
    }

    private static void withoutBeats(ObjectNode node) {
        if (node.get("status") instanceof ObjectNode status) {
            status.remove("images");
            status.remove("volumesInUse");
            for (JsonNode condition : status.path("conditions")) {
                if (condition instanceof ObjectNode one) {
                    one.remove("lastHeartbeatTime");
                }
            }
        }
    }
}
