package dev.tenure.controllers.podgc.retention;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.YamlResource;

/// The kind FailedPodRetention and its definition.
public final class RetentionTypes {
    public static final ResourceType RETENTIONS =
            new ResourceType("tenure.dev", "v1alpha1", "failedpodretentions", "FailedPodRetention", Scope.CLUSTER);

    private RetentionTypes() {}

    /// A new CustomResourceDefinition of the kind.
    public static ObjectNode definition() {
        return YamlResource.object(RetentionTypes.class, "failedpodretentions.yaml");
    }
}
