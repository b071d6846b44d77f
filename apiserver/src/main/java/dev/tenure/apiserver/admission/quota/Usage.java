package dev.tenure.apiserver.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.registry.podspec.QuantityRule;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.quantity.Quantity;
import dev.tenure.model.quantity.Quantity.Format;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// How much of which quota resource an object takes.
final class Usage {
    private static final Set<String> BY_PLAIN_NAME =
            Set.of("configmaps", "resourcequotas", "replicationcontrollers", "secrets");
    private static final Set<String> OF_SERVICES = Set.of("services", "services.nodeports", "services.loadbalancers");
    private static final Quantity ONE = Quantity.of(1, Format.DECIMAL_SI);

    private Usage() {}

    /// Whether a write of this form changes what is used.
    static boolean counts(AdmissionRequest request) {
        if (request.about(ResourceTypes.PODS)) {
            return PodUsage.counts(request);
        }
        if (request.about(ResourceTypes.SERVICES) || request.about(ResourceTypes.PERSISTENT_VOLUME_CLAIMS)) {
            return request.writes(request.type());
        }
        return request.operation() == Operation.CREATE && request.subresource().isEmpty();
    }

    /// Whether a quota on `name` limits objects such as the written one.
    static boolean isLimitedBy(AdmissionRequest request, String name) {
        if (name.equals(countName(request))) {
            return true;
        }
        if (request.about(ResourceTypes.PODS)) {
            return PodUsage.isLimitedBy(name);
        }
        if (request.about(ResourceTypes.SERVICES)) {
            return OF_SERVICES.contains(name);
        }
        if (request.about(ResourceTypes.PERSISTENT_VOLUME_CLAIMS)) {
            return name.endsWith("persistentvolumeclaims") || name.endsWith("requests.storage");
        }
        return request.type().group().isEmpty()
                && BY_PLAIN_NAME.contains(name)
                && request.type().resource().equals(name);
    }

    private static String countName(AdmissionRequest request) {
        return "count/" + request.type().qualifiedResource();
    }

    /// Complains about containers that do not say how much they want of what is limited.
    static Optional<String> missing(AdmissionRequest request, Set<String> limited) {
        return request.about(ResourceTypes.PODS)
                ? PodUsage.missing(request.object().path("spec"), limited)
                : Optional.empty();
    }

    static Map<String, Quantity> of(AdmissionRequest request, JsonNode object) {
        Map<String, Quantity> usage = new TreeMap<>();
        usage.put(countName(request), ONE);
        if (request.about(ResourceTypes.PODS)) {
            PodUsage.add(object, usage);
        } else if (request.about(ResourceTypes.SERVICES)) {
            service(object.path("spec"), usage);
        } else if (request.about(ResourceTypes.PERSISTENT_VOLUME_CLAIMS)) {
            claim(object, usage);
        } else if (request.type().group().isEmpty()) {
            usage.put(request.type().resource(), ONE);
        }
        return usage;
    }

    private static void service(JsonNode spec, Map<String, Quantity> usage) {
        usage.put("services", ONE);
        String type = spec.path("type").asText("");
        boolean balanced = type.equals("LoadBalancer");
        long ports = 0;
        for (JsonNode port : spec.path("ports")) {
            boolean always = spec.path("allocateLoadBalancerNodePorts").asBoolean(true) || !balanced;
            ports += always || port.path("nodePort").asInt() != 0 ? 1 : 0;
        }
        if (balanced) {
            usage.put("services.loadbalancers", ONE);
        }
        if (balanced || type.equals("NodePort")) {
            usage.put("services.nodeports", Quantity.of(ports, Format.DECIMAL_SI));
        }
    }

    private static void claim(JsonNode claim, Map<String, Quantity> usage) {
        String className = claim.path("metadata")
                .path("annotations")
                .path("volume.beta.kubernetes.io/storage-class")
                .asText(claim.path("spec").path("storageClassName").asText(""));
        String ofClass = className + ".storageclass.storage.k8s.io/";
        usage.put("persistentvolumeclaims", ONE);
        if (!className.isEmpty()) {
            usage.put(ofClass + "persistentvolumeclaims", ONE);
        }
        JsonNode storage = claim.path("spec").path("resources").path("requests").path("storage");
        if (!storage.isMissingNode()) {
            Quantity amount = QuantityRule.amount(storage).roundedUp(0);
            usage.put("requests.storage", amount);
            if (!className.isEmpty()) {
                usage.put(ofClass + "requests.storage", amount);
            }
        }
    }
}
