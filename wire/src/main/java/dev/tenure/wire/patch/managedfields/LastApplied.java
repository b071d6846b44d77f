package dev.tenure.wire.patch.managedfields;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.patch.Values;
import java.nio.charset.StandardCharsets;

/// The annotation in which client-side apply keeps the configuration it applied last.
final class LastApplied {
    private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";
    private static final int ANNOTATIONS_BYTES_MAX = 256 * 1024;

    private LastApplied() {}

    /// The configuration as JSON; empty when there is none.
    static String of(ObjectNode object) {
        return object.path("metadata").path("annotations").path(ANNOTATION).asText("");
    }

    /// A copy of an object that has the annotation, with this configuration there, or without the
    /// annotation when that is too long.
    static ObjectNode set(ObjectNode object, ObjectNode configuration) {
        if (!(object.path("metadata") instanceof ObjectNode metadata)
                || !(metadata.path("annotations") instanceof ObjectNode annotations)) {
            return object;
        }
        ObjectNode newAnnotations = Values.shallowCopy(annotations);
        newAnnotations.put(ANNOTATION, Json.goText(Json.goForm(withoutAnnotation(configuration))) + "\n");
        if (size(newAnnotations) > ANNOTATIONS_BYTES_MAX) {
            newAnnotations.remove(ANNOTATION);
        }
        ObjectNode newMetadata = Values.shallowCopy(metadata);
        newMetadata.set("annotations", newAnnotations);
        ObjectNode copy = Values.shallowCopy(object);
        copy.set("metadata", newMetadata);
        return copy;
    }

    private static ObjectNode withoutAnnotation(ObjectNode configuration) {
        ObjectNode copy = configuration.deepCopy();
        if (copy.path("metadata").path("annotations") instanceof ObjectNode annotations) {
            annotations.remove(ANNOTATION);
        }
        return copy;
    }

    private static long size(ObjectNode annotations) {
        return annotations
                .propertyStream()
                .mapToLong(entry -> entry.getKey().getBytes(StandardCharsets.UTF_8).length
                        + entry.getValue().asText().getBytes(StandardCharsets.UTF_8).length)
                .sum();
    }
}
