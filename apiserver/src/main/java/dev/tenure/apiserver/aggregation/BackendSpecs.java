package dev.tenure.apiserver.aggregation;

import dev.tenure.model.meta.Frozen;
import dev.tenure.wire.json.ObjectNode;
import java.util.Map;
import java.util.Optional;

/// The OpenAPI of a backend. Nobody changes the trees.
///
/// @param third the address of each document of the third version, by its path, for example
/// `apis/metrics.k8s.io/v1beta1`
/// @param second the paths of its version of a group in the second version, with the definitions that they
///     need
public record BackendSpecs(Map<String, String> third, Optional<ObjectNode> second) {
    /// Of a server that tells nothing.
    public static final BackendSpecs NONE = new BackendSpecs(Map.of(), Optional.empty());

    public BackendSpecs {
        third = Frozen.map(third);
    }
}
