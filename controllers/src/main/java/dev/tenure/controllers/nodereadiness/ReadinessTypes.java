package dev.tenure.controllers.nodereadiness;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.YamlResource;

/// The kind NodeReadinessRule and its definition, whose fields are those of node-readiness-controller v0.5.0.
public final class ReadinessTypes {
    public static final ResourceType RULES = new ResourceType(
            "readiness.node.x-k8s.io", "v1alpha1", "nodereadinessrules", "NodeReadinessRule", Scope.CLUSTER);

    private ReadinessTypes() {}

    /// A new CustomResourceDefinition of the kind.
    public static ObjectNode definition() {
        return YamlResource.object(ReadinessTypes.class, "nodereadinessrules.yaml");
    }
}
