package dev.tenure.wire.json.decode;

import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.schema.ObjectType;
import dev.tenure.wire.schema.Schema;
import java.util.List;

/// Brings `metadata` of objects that are otherwise untyped into canonical form. Pure; for use by any thread.
public final class MetadataReader {
    private static final String TYPE = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
    /// What stands before the name of a field in each strict error.
    private static final String FIELD = "field \"";

    private MetadataReader() {}

    /// @param object in canonical form
    /// @param typeError the first value of a wrong type, in Go's words; empty when there is none
    /// @param strictErrors `unknown field "metadata.x"`
    public record Metadata(ObjectNode object, String typeError, List<String> strictErrors) {
        public Metadata {
            strictErrors = List.copyOf(strictErrors);
        }
    }

    private static String within(String path, String error) {
        int name = error.indexOf(FIELD) + FIELD.length();
        return error.substring(0, name) + path + "." + error.substring(name);
    }

    /// The structure of `metadata`.
    public static ObjectType type() {
        return Schema.builtIn().type(TYPE).orElseThrow();
    }

    /// @param path of the metadata, for the messages: `metadata`, `spec.template.metadata`
    public static Metadata read(JsonNode metadata, String path) {
        var reader = new ObjectReader(Json.write(metadata));
        try {
            ObjectNode object = reader.read(type());
            String wrong = reader.typeError();
            List<String> unknown = reader.strictErrors().stream()
                    .map(error -> within(path, error))
                    .toList();
            return new Metadata(object, wrong == null ? "" : wrong, unknown);
        } catch (DecodeFault e) {
            return new Metadata(Json.object(), String.valueOf(e.getMessage()), List.of());
        }
    }
}
