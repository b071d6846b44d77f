package dev.tenure.apiserver.schema;

import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.NumberNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

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
    public void setReplicas(ObjectNode object, long replicas) {
        ObjectNode node = object;
        List<String> steps = steps(specReplicas);
        for (String step : steps.subList(0, steps.size() - 1)) {
            node = node.get(step) instanceof ObjectNode there ? there : node.putObject(step);
        }
        node.set(steps.getLast(), NumberNode.valueOf(replicas));
    }
}
