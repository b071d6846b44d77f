package dev.tenure.apiserver.schema;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Where an object keeps what its subresource `scale` shows.
///
/// @param specReplicas for example `.spec.replicas`
/// @param labelSelector empty when there is none
public record ScalePaths(String specReplicas, String statusReplicas, String labelSelector) {
    /// @param path with or without its leading dot
    public static List<String> steps(String path) {
        return List.of((path.startsWith(".") ? path.substring(1) : path).split("\\."));
    }

    /// The value at a path; missing when any step is.
    public static JsonNode at(JsonNode object, String path) {
        JsonNode node = object;
        for (String step : steps(path)) {
            node = node.path(step);
        }
        return node;
    }

    /// Writes the wanted number of replicas, in place.
    ///
    /// @return why that cannot be, in upstream's words
    public Optional<String> setReplicas(ObjectNode object, long replicas) {
        ObjectNode node = object;
        List<String> steps = steps(specReplicas);
        for (int i = 0; i < steps.size() - 1; i++) {
            JsonNode next = node.get(steps.get(i));
            if (next != null && !next.isObject()) {
                return Optional.of("value cannot be set because .%s is not a map[string]interface{}"
                        .formatted(String.join(".", steps.subList(0, i + 1))));
            }
            node = next instanceof ObjectNode there ? there : node.putObject(steps.get(i));
        }
        node.set(steps.getLast(), NumberNode.valueOf(replicas));
        return Optional.empty();
    }
}
