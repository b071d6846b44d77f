package dev.tenure.controllers.workload;

import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.json.TextNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The revisions of the template of one daemon set or stateful set. Upstream: controller/history,
/// daemon/update.go (constructHistory, cleanupHistory), stateful_set_control.go (getStatefulSetRevisions).
public final class RevisionHistory {
    private final StoredObject set;
    private final Kind kind;
    private final Document document;
    private final ObjectNode data;
    private final List<Revision> same = new ArrayList<>();
    private final List<Revision> old = new ArrayList<>();

    /// Whose revisions these are.
    ///
    /// @param hashLabel under which a revision bears its hash
    /// @param labels that every revision gets
    /// @param annotations that every revision gets
    /// @param collisions how often the hash of a template was taken already
    /// @param limit how many old revisions are kept
    public record Kind(
            ResourceType type,
            String hashLabel,
            Map<String, String> labels,
            Map<String, String> annotations,
            OptionalInt collisions,
            int limit) {
        public Kind {
            labels = Frozen.map(labels);
            annotations = Frozen.map(annotations);
        }
    }

    /// A revision that stands in the API.
    public record Revision(StoredObject stored, long number) {
        private static Revision of(StoredObject stored, JsonNode json) {
            return new Revision(stored, json.path("revision").asLong());
        }

        public String name() {
            return stored.key().name();
        }

        /// The hash that it bears, else its name.
        public String hash(String label) {
            return stored.header().labels().getOrDefault(label, name());
        }

        /// The template that it keeps.
        public JsonNode template() {
            ObjectNode template = (ObjectNode) Json.readObject(stored.json()).at("/data/spec/template");
            template.remove("$patch");
            return template;
        }
    }

    /// What the history is in need of.
    public sealed interface State {
        /// The present template has no revision yet.
        record Missing(ObjectNode revision) implements State {}

        /// The present template was one of former times, and must count as the latest.
        record Outnumbered(Revision current, long number) implements State {}

        record Complete(Revision current) implements State {}
    }

    /// @param revisions those that the set controls
    public RevisionHistory(StoredObject set, Kind kind, List<StoredObject> revisions) {
        this.set = set;
        this.kind = kind;
        this.document = Document.of(set.content());
        this.data = data(document.at("spec", "template"));
        for (StoredObject stored : revisions) {
            ObjectNode json = Json.readObject(stored.json());
            (json.path("data").equals(data) ? same : old).add(Revision.of(stored, json));
        }
        old.sort(Comparator.comparingLong(Revision::number));
        same.sort(Comparator.comparingLong(Revision::number));
    }

    /// The template as a patch that brings it back. Its fields are in alphabetical order, as Go writes maps:
    /// clients of upstream tell revisions apart by their bytes.
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
            ArrayNode list = Json.array();
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

    public State state() {
        long next = old.isEmpty() ? 1 : old.getLast().number() + 1;
        if (same.isEmpty()) {
            return new State.Missing(revision(next));
        }
        Revision current = same.getLast();
        return current.number() < next ? new State.Outnumbered(current, next) : new State.Complete(current);
    }

    private ObjectNode revision(long number) {
        return revision(set, kind, TemplateHash.of(document.at("spec", "template"), kind.collisions()), number);
    }

    /// A revision of the template that a set has now.
    ///
    /// @param hash by which it is known
    /// @param number above those of all older ones
    public static ObjectNode revision(StoredObject set, Kind kind, String hash, long number) {
        ObjectNode revision = Json.object().put("apiVersion", "apps/v1").put("kind", "ControllerRevision");
        ObjectNode meta = revision.putObject("metadata")
                .put("name", set.key().name() + "-" + hash)
                .put("namespace", set.key().namespace());
        ObjectNode labels = meta.putObject("labels");
        kind.labels().forEach(labels::put);
        labels.put(kind.hashLabel(), hash);
        ObjectNode annotations = meta.putObject("annotations");
        kind.annotations().forEach(annotations::put);
        meta.putArray("ownerReferences").add(PodTemplateShape.controllerReference(kind.type(), set));
        revision.set("data", data(Document.of(set.content()).at("spec", "template")));
        return revision.put("revision", number);
    }

    /// Whether a revision that stands in the way keeps the same template. Upstream: CreateControllerRevision.
    static boolean sameData(StoredObject standing, ObjectNode wanted) {
        return Json.readObject(standing.json()).path("data").equals(wanted.path("data"));
    }

    /// The revision of that name, if it is among them.
    public Optional<Revision> find(String name) {
        return Stream.concat(same.stream(), old.stream())
                .filter(revision -> revision.name().equals(name))
                .findFirst();
    }

    /// Old revisions beyond the number that is kept, oldest first; those that pods still have are spared.
    ///
    /// @param live hashes or names that pods bear
    public List<StoredObject> surplus(Set<String> live) {
        int surplus = old.size() - kind.limit();
        return old.stream()
                .filter(revision -> !live.contains(revision.hash(kind.hashLabel())) && !live.contains(revision.name()))
                .limit(Math.max(0, surplus))
                .map(Revision::stored)
                .toList();
    }
}
