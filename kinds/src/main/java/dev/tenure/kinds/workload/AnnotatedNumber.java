package dev.tenure.kinds.workload;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.Optional;

/// A number of 64 bits in an annotation, which older versions of a kind had a field for: upstream turns the
/// one into the other whenever it reads or writes an object. Upstream: pkg/apis/apps/v1/conversion.go.
///
/// @param text as it was written
record AnnotatedNumber(String text) {
    private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]+");

    /// What stands in an annotation, be it a number or not.
    static Optional<AnnotatedNumber> of(JsonNode object, String annotation) {
        JsonNode text = object.path("metadata").path("annotations").path(annotation);
        return text.isMissingNode() ? Optional.empty() : Optional.of(new AnnotatedNumber(text.asText("")));
    }

    /// Writes a number in place; the annotations that other objects share stay.
    static void put(ObjectNode object, String annotation, long number) {
        ObjectNode metadata = Trees.object(object, "metadata");
        ObjectNode annotations = Json.object();
        if (metadata.get("annotations") instanceof ObjectNode before) {
            annotations.setAll(before);
        }
        metadata.set("annotations", annotations.put(annotation, Long.toString(number)));
    }

    Optional<Long> value() {
        if (!WHOLE.matches(text)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            return Optional.empty(); // no room in 64 bits
        }
    }

    /// Why it is no such number, in Go's words.
    Optional<String> fault() {
        String why = WHOLE.matches(text) ? "value out of range" : "invalid syntax";
        return value().isPresent()
                ? Optional.empty()
                : Optional.of("strconv.ParseInt: parsing %s: %s".formatted(Quoted.of(text), why));
    }
}
