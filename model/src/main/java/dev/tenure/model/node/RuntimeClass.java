package dev.tenure.model.node;

import dev.tenure.model.core.ResourceList;
import dev.tenure.model.core.Toleration;
import dev.tenure.model.meta.Frozen;
import dev.tenure.model.meta.ObjectMeta;
import java.util.List;
import java.util.Map;

/// @param overhead what a sandbox of this class takes
/// @param nodeSelector labels of the nodes that support the class
/// @param tolerations added to the pods of the class
public record RuntimeClass(
        ObjectMeta meta,
        String handler,
        ResourceList overhead,
        Map<String, String> nodeSelector,
        List<Toleration> tolerations) {
    public RuntimeClass {
        nodeSelector = Frozen.map(nodeSelector);
        tolerations = List.copyOf(tolerations);
    }
}
