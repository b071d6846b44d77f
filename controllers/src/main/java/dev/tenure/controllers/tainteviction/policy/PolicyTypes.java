package dev.tenure.controllers.tainteviction.policy;

import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.yaml.Yaml;
import java.io.IOException;
import java.io.InputStream;

/// The kind TaintEvictionPolicy and its definition.
public final class PolicyTypes {
    public static final ResourceType POLICIES =
            new ResourceType("tenure.dev", "v1alpha1", "taintevictionpolicies", "TaintEvictionPolicy", Scope.CLUSTER);

    private static final String FILE = "taintevictionpolicies.yaml";

    private PolicyTypes() {}

    /// A new CustomResourceDefinition of the kind.
    public static ObjectNode definition() {
        try (InputStream file = PolicyTypes.class.getResourceAsStream(FILE)) {
            if (file != null && Yaml.read(file.readAllBytes()).value() instanceof ObjectNode definition) {
                return definition;
            }
            throw new IllegalStateException("resource " + FILE + " is not part of this build");
        } catch (IOException e) {
            throw new IllegalStateException("resource " + FILE + " cannot be read", e);
        }
    }
}
