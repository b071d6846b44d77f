package dev.tenure.node.cgroup;

import dev.tenure.model.core.Pod;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ObjectNode;
import dev.tenure.wire.view.Views;
import dev.tenure.wire.yaml.Yaml;
import java.nio.charset.StandardCharsets;

/// Pods for tests.
final class PodSpecs {
    static final String UID = "0c0ffee0";

    private PodSpecs() {}

    /// @param spec YAML of a pod's `spec`
    static Pod pod(String spec) {
        String yaml = "metadata: {name: p, namespace: d, uid: %s}\nspec:\n%s".formatted(UID, spec.indent(2));
        return (Pod) Views.view(ResourceTypes.PODS, (ObjectNode)
                Yaml.read(yaml.getBytes(StandardCharsets.UTF_8)).value());
    }
}
