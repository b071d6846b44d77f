package dev.tenure.kinds.admission.podresize;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.model.core.Node;
import dev.tenure.wire.json.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// A resize that needs a feature of the node is taken only where the node declares it. No other change of a
/// pod that has a node needs any.
public final class NodeDeclaredFeatureValidator implements AdmissionPlugin {
    private static final String POD_LEVEL = "InPlacePodLevelResourcesVerticalScaling";
    private static final String INIT_CONTAINERS = "InPlacePodVerticalScalingInitContainers";

    @Override
    public String name() {
        return "NodeDeclaredFeatureValidator";
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        if (!Resized.by(request)) {
            return;
        }
        List<String> lacking = needed(
                request.object().path("spec"), request.old().orElseThrow().path("spec"));
        if (lacking.isEmpty()) {
            return;
        }
        Node node = Resized.node(request, cluster).view(Node.class);
        lacking.removeAll(node.status().declaredFeatures());
        if (!lacking.isEmpty()) {
            throw request.forbidden("pod update requires features %s which are not available on node \"%s\""
                    .formatted(String.join(", ", lacking), node.name()));
        }
    }

    private static List<String> needed(JsonNode next, JsonNode old) {
        var needed = new ArrayList<String>();
        if (!SameValue.same(old.path("resources"), next.path("resources"))) {
            needed.add(POD_LEVEL);
        }
        for (int i = 0; i < old.path("initContainers").size(); i++) {
            JsonNode init = old.path("initContainers").get(i);
            boolean sidecar = init.path("restartPolicy").asText("").equals("Always");
            JsonNode now = next.path("initContainers").path(i).path("resources");
            if (!sidecar && !SameValue.same(init.path("resources"), now) && !needed.contains(INIT_CONTAINERS)) {
                needed.add(INIT_CONTAINERS);
            }
        }
        return needed;
    }
}
