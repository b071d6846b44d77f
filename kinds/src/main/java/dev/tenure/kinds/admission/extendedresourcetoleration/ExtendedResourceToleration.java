package dev.tenure.kinds.admission.extendedresourcetoleration;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.kinds.podspec.ResourceNames;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Lets pods that ask for an extended resource onto nodes that are tainted with its name to keep others away.
public final class ExtendedResourceToleration implements AdmissionPlugin {
    private static final List<String> IDENTITY = List.of("key", "operator", "value", "effect");

    @Override
    public String name() {
        return "ExtendedResourceToleration";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        if (!request.writes(ResourceTypes.PODS)) {
            return;
        }
        ObjectNode spec = Trees.object(request.object(), "spec");
        Set<String> names = new TreeSet<>();
        for (String list : List.of("containers", "initContainers")) {
            for (JsonNode container : spec.path(list)) {
                container.path("resources").path("requests").fieldNames().forEachRemaining(names::add);
            }
        }
        names.removeIf(name -> !ResourceNames.isExtended(name));
        names.forEach(name -> tolerate(spec, name));
    }

    private static void tolerate(ObjectNode spec, String name) {
        ObjectNode wanted =
                Json.object().put("key", name).put("operator", "Exists").put("effect", "NoSchedule");
        ArrayNode tolerations = Trees.list(spec, "tolerations");
        boolean there = false;
        for (int i = 0; i < tolerations.size(); i++) {
            if (sameIdentity(tolerations.get(i), wanted)) {
                tolerations.set(i, wanted);
                there = true;
            }
        }
        if (!there) {
            tolerations.add(wanted);
        }
    }

    private static boolean sameIdentity(JsonNode toleration, JsonNode other) {
        return IDENTITY.stream()
                .allMatch(field -> toleration
                        .path(field)
                        .asText("")
                        .equals(other.path(field).asText("")));
    }
}
