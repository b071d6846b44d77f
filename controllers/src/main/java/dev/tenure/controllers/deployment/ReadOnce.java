package dev.tenure.controllers.deployment;

import dev.tenure.controllers.workload.TemplateHash;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Document;
import dev.tenure.wire.json.JsonNode;
import java.util.HashMap;
import java.util.Map;

/// What was read of Deployments and their sets, so that the next look need not read it again: a template is
/// the same for as long as the generation is. Bounded by the objects that stand. Confined to one loop.
final class ReadOnce {
    private record Read(StoredObject object, Document document) {}

    private record Template(long generation, JsonNode template) {}

    private final Map<String, Read> documents = new HashMap<>();
    private final Map<String, Template> templates = new HashMap<>();

    /// The object as a document; only to be read.
    Document document(StoredObject object) {
        Read known = documents.get(object.uid());
        if (known != null && known.object() == object) {
            return known.document();
        }
        Document document = Document.of(object.content());
        documents.put(object.uid(), new Read(object, document));
        return document;
    }

    /// Whether two objects have the same pod template, but for the hash among its labels. Whose template was
    /// once found to be the other's keeps that one.
    ///
    /// @param generation of `object`
    /// @param otherGeneration of `other`
    boolean sameTemplate(StoredObject object, long generation, StoredObject other, long otherGeneration) {
        JsonNode template = template(object, generation);
        JsonNode found = template(other, otherGeneration);
        boolean same = found.equals(template);
        if (same) {
            templates.put(other.uid(), new Template(otherGeneration, template));
        }
        return same;
    }

    /// The pod template of an object without the hash among its labels; only to be read.
    private JsonNode template(StoredObject object, long generation) {
        Template known = templates.get(object.uid());
        if (known != null && known.generation() == generation) {
            return known.template();
        }
        Read read = documents.get(object.uid());
        Document document = read != null && read.object() == object ? read.document() : Document.of(object.content());
        JsonNode template = TemplateHash.withoutHash(document.at("spec", "template"));
        templates.put(object.uid(), new Template(generation, template));
        return template;
    }

    /// The object is gone.
    void forget(StoredObject object) {
        documents.remove(object.uid());
        templates.remove(object.uid());
    }
}
