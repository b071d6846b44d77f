package dev.tenure.kinds.admission.podtopologylabels;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.model.core.WellKnownLabels;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// Copies where a node is to the pods that come to it: to the binding, which hands them on, or to a pod made
/// with a node.
public final class PodTopologyLabels implements AdmissionPlugin {
    private static final List<String> LABELS = List.of(WellKnownLabels.ZONE, WellKnownLabels.REGION);

    @Override
    public String name() {
        return "PodTopologyLabels";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        if (request.operation() != Operation.CREATE || !request.about(ResourceTypes.PODS)) {
            return;
        }
        ObjectNode object = request.object();
        if (request.subresource().isEmpty()) {
            copy(cluster, object.path("spec").path("nodeName").asText(""), object);
        } else if (request.subresource().equals("binding")
                && object.path("target").path("kind").asText("").equals("Node")) {
            copy(cluster, object.path("target").path("name").asText(""), object);
        }
    }

    private static void copy(ClusterAccess cluster, String node, ObjectNode object) {
        if (node.isEmpty()) {
            return;
        }
        cluster.get(ResourceTypes.NODES, "", node).ifPresent(stored -> {
            for (String label : LABELS) {
                String value = stored.header().labels().get(label);
                if (value != null) {
                    Trees.object(Trees.object(object, "metadata"), "labels").put(label, value);
                }
            }
        });
    }
}
