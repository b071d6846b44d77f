package dev.tenure.kinds.admission.limitranger;

import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.kinds.podspec.PodTotals;
import dev.tenure.kinds.podspec.QuantityValidation;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Gives containers the amounts that the namespace's limit ranges default, and refuses what is outside the
/// ranges.
public final class LimitRanger implements AdmissionPlugin {
    private static final List<String> OF_PODS = List.of("cpu", "memory");

    @Override
    public String name() {
        return "LimitRanger";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterAccess cluster) {
        if (concerned(request) && request.about(ResourceTypes.PODS)) {
            for (JsonNode range : ranges(request, cluster)) {
                LimitDefaults.apply(range, request.object());
            }
        }
    }

    @Override
    public void validate(AdmissionRequest request, ClusterAccess cluster) {
        if (!concerned(request)) {
            return;
        }
        for (JsonNode range : ranges(request, cluster)) {
            // Told once, however many containers they concern.
            Set<String> complaints = new LinkedHashSet<>();
            for (JsonNode limit : range.path("spec").path("limits")) {
                var check = new LimitCheck(limit, complaints);
                if (request.about(ResourceTypes.PODS)) {
                    pod(check, request.object().path("spec"));
                } else if (check.isFor("PersistentVolumeClaim")) {
                    check.requests(amounts(request.object().path("spec").path("resources"), "requests"));
                }
            }
            if (!complaints.isEmpty()) {
                throw request.forbidden(
                        complaints.size() == 1
                                ? complaints.iterator().next()
                                : "[" + String.join(", ", complaints) + "]");
            }
        }
    }

    private static boolean concerned(AdmissionRequest request) {
        boolean pods = request.about(ResourceTypes.PODS);
        if (request.old().isPresent() && request.old().get().path("metadata").has("deletionTimestamp")) {
            return false;
        }
        if (request.operation() == Operation.UPDATE && pods) {
            return request.subresource().equals("resize");
        }
        return request.creates(ResourceTypes.PODS) || request.writes(ResourceTypes.PERSISTENT_VOLUME_CLAIMS);
    }

    private static List<ObjectNode> ranges(AdmissionRequest request, ClusterAccess cluster) {
        return cluster.list(ResourceTypes.LIMIT_RANGES, request.namespace()).stream()
                .map(cluster::tree)
                .toList();
    }

    private static void pod(LimitCheck check, JsonNode spec) {
        if (check.isFor("Container")) {
            for (String list : List.of("containers", "initContainers")) {
                for (JsonNode container : spec.path(list)) {
                    JsonNode resources = container.path("resources");
                    check.all(amounts(resources, "requests"), amounts(resources, "limits"));
                }
            }
        } else if (check.isFor("Pod")) {
            check.all(total(spec, "requests"), total(spec, "limits"));
        }
    }

    private static Map<String, Quantity> total(JsonNode spec, String what) {
        Map<String, Quantity> total = new TreeMap<>(PodTotals.of(spec, what));
        Map<String, Quantity> own = amounts(spec.path("resources"), what);
        own.keySet().retainAll(OF_PODS);
        total.putAll(own);
        return total;
    }

    private static Map<String, Quantity> amounts(JsonNode resources, String what) {
        Map<String, Quantity> amounts = new TreeMap<>();
        resources
                .path(what)
                .properties()
                .forEach(e -> amounts.put(e.getKey(), QuantityValidation.amount(e.getValue())));
        return amounts;
    }
}
