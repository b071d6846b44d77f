package dev.tenure.controllers.daemonset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tenure.controllers.workload.PodTemplateShape;
import dev.tenure.controllers.workload.TemplateHash;
import dev.tenure.model.apps.DaemonSet;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/// The revisions of one daemon set's template. Upstream: daemon/update.go (constructHistory, cleanupHistory).
final class DaemonHistory {
    private final StoredObject set;
    private final Document document;
    private final ObjectNode data;
    private final List<Revision> same = new ArrayList<>();
    private final List<Revision> old = new ArrayList<>();

    /// A revision that stands in the API.
    record Revision(StoredObject stored, long number) {
        private static Revision of(StoredObject stored, JsonNode json) {
            return new Revision(stored, json.path("revision").asLong());
        }

        String hash() {
            return stored.header()
                    .labels()
                    .getOrDefault(DaemonPods.HASH_LABEL, stored.key().name());
        }
    }

    /// What the history is in need of.
    sealed interface State {
        /// The present template has no revision yet.
        record Missing(ObjectNode revision) implements State {}

        /// The present template was one of former times, and must count as the latest.
        record Outnumbered(Revision current, long number) implements State {}

        record Complete(Revision current) implements State {}
    }

    /// @param revisions those that the set controls
    DaemonHistory(StoredObject set, List<StoredObject> revisions) {
        this.set = set;
        this.document = Document.parse(set.json());
        this.data = data(document.at("spec", "template"));
        for (StoredObject stored : revisions) {
            ObjectNode json = Json.readObject(stored.json());
            (json.path("data").equals(data) ? same : old).add(Revision.of(stored, json));
        }
        old.sort(Comparator.comparingLong(Revision::number));
        same.sort(Comparator.comparingLong(Revision::number));
    }

    /// The template as a patch that brings it back. Its fields are in alphabetical order, as Go writes maps: clients of
    /// upstream tell revisions apart by their bytes.
    static ObjectNode data(JsonNode template) {
        ObjectNode data = Json.object();
        ObjectNode replaced = data.putObject("spec").putObject("template");
        var fields = new TreeMap<String, JsonNode>();
        template.properties().forEach(field -> fields.put(field.getKey(), inOrder(field.getValue())));
        fields.put("$patch", TextNode.valueOf("replace"));
        fields.forEach(replaced::set);
        return data;
    }

    private static JsonNode inOrder(JsonNode node) {
        if (node.isArray()) {
            ArrayNode list = JsonNodeFactory.instance.arrayNode(node.size());
            node.forEach(item -> list.add(inOrder(item)));
            return list;
        }
        if (!node.isObject()) {
            return node;
        }
        var fields = new TreeMap<String, JsonNode>();
        node.properties().forEach(field -> fields.put(field.getKey(), inOrder(field.getValue())));
        ObjectNode object = Json.object();
        fields.forEach(object::set);
        return object;
    }

    State state() {
        long next = old.isEmpty() ? 1 : old.getLast().number() + 1;
        if (same.isEmpty()) {
            return new State.Missing(revision(next));
        }
        Revision current = same.getLast();
        return current.number() < next ? new State.Outnumbered(current, next) : new State.Complete(current);
    }

    private ObjectNode revision(long number) {
        DaemonSet view = set.view(DaemonSet.class);
        String hash =
                TemplateHash.of(document.at("spec", "template"), view.status().collisionCount());
        ObjectNode revision = Json.object().put("apiVersion", "apps/v1").put("kind", "ControllerRevision");
        ObjectNode meta = revision.putObject("metadata")
                .put("name", set.key().name() + "-" + hash)
                .put("namespace", set.key().namespace());
        ObjectNode labels = meta.putObject("labels");
        view.template().labels().forEach(labels::put);
        labels.put(DaemonPods.HASH_LABEL, hash);
        ObjectNode annotations = meta.putObject("annotations");
        view.meta().annotations().forEach(annotations::put);
        meta.putArray("ownerReferences").add(PodTemplateShape.controllerReference(ResourceTypes.DAEMON_SETS, set));
        revision.set("data", data);
        return revision.put("revision", number);
    }

    /// Whether a revision that stands in the way has the same template and the same set.
    static boolean same(StoredObject standing, ObjectNode wanted) {
        ObjectNode json = Json.readObject(standing.json());
        return json.path("data").equals(wanted.path("data"))
                && standing.header()
                        .ownerUids()
                        .contains(wanted.path("metadata")
                                .path("ownerReferences")
                                .path(0)
                                .path("uid")
                                .asText());
    }

    /// Old revisions beyond the number that is kept, oldest first; those that pods still have are spared.
    ///
    /// @param live hashes of pods
    List<StoredObject> surplus(Set<String> live) {
        int keep = set.view(DaemonSet.class).revisionHistoryLimit().orElse(10);
        int surplus = old.size() - keep;
        return old.stream()
                .filter(revision -> !live.contains(revision.hash()))
                .limit(Math.max(0, surplus))
                .map(Revision::stored)
                .toList();
    }
}
