package dev.tenure.cli.taints;

import dev.tenure.model.meta.ObjectKey;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Objects as tests write them: YAML of one line.
final class Sketches {
    private Sketches() {}

    static ObjectNode tree(String yaml) {
        JsonNode read = Yaml.read(yaml.getBytes(StandardCharsets.UTF_8)).value();
        return Json.readObject(Json.write(read));
    }

    static StoredObject object(ResourceType type, String yaml) {
        ObjectNode tree = tree(yaml);
        JsonNode meta = tree.path("metadata");
        ObjectKey key =
                type.key(meta.path("namespace").asText(""), meta.path("name").asText());
        var header = new StoredObject.Header(
                key, meta.path("uid").asText(""), Map.of(), List.of(), Map.of(), meta.has("deletionTimestamp"));
        return new StoredObject(header, Json.write(tree), 1, Views.reader(type));
    }

    /// An entry of managedFields.
    static String wrote(String manager, String field, String at) {
        return "{manager: %s, operation: Update, time: '%s', fieldsV1: {'f:spec': {'f:%s': {}}}}"
                .formatted(manager, at, field);
    }
}
