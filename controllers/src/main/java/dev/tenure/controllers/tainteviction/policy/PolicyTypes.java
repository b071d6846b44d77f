package dev.tenure.controllers.tainteviction.policy;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.YamlResource;

/// The kind TaintEvictionPolicy and its definition.
public final class PolicyTypes {
    public static final ResourceType POLICIES =
            new ResourceType("tenure.dev", "v1alpha1", "taintevictionpolicies", "TaintEvictionPolicy", Scope.CLUSTER);

    private PolicyTypes() {}

    /// A new CustomResourceDefinition of the kind.
    public static ObjectNode definition() {
        return YamlResource.object(PolicyTypes.class, "taintevictionpolicies.yaml");
    }
}
