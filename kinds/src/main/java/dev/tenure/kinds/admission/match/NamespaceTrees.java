package dev.tenure.kinds.admission.match;

import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ObjectNode;

/// Namespaces that requests are about.
final class NamespaceTrees {
    private NamespaceTrees() {}

    /// @throws RefusedException with 404 when it is not there
    static ObjectNode required(ClusterAccess cluster, String name) {
        return cluster.get(ResourceTypes.NAMESPACES, "", name)
                .map(cluster::tree)
                .orElseThrow(() -> new RefusedException(Statuses.notFound(ResourceTypes.NAMESPACES, name)));
    }
}
