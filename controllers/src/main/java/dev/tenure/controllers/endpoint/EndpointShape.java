package dev.tenure.controllers.endpoint;

import dev.tenure.controllers.endpoint.PodEndpoint.Port;
import dev.tenure.model.core.Pod;
import dev.tenure.model.core.Service;
import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// How Endpoints and EndpointSlices are written.
final class EndpointShape {
    static final String SERVICE_NAME = "kubernetes.io/service-name";
    static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
    static final String SLICES_MANAGER = "endpointslice-controller.k8s.io";

    private static final String TRIGGERED = "endpoints.kubernetes.io/last-change-trigger-time";
    private static final String ENDPOINTS_MANAGED_BY = "endpoints.kubernetes.io/managed-by";
    private static final String HEADLESS = "service.kubernetes.io/headless";
    private static final String OVER_CAPACITY = "endpoints.kubernetes.io/over-capacity";
    private static final int ADDRESSES_MAX = 1_000;
    private static final Set<String> RESERVED = Set.of(SERVICE_NAME, MANAGED_BY, HEADLESS);

    private EndpointShape() {}

    static ObjectNode sliceLabels(Service service) {
        ObjectNode labels = Json.object();
        service.meta().labels().forEach((key, value) -> {
            if (!RESERVED.contains(key)) {
                labels.put(key, value);
            }
        });
        if (EndpointRule.headless(service)) {
            labels.put(HEADLESS, "");
        }
        return labels.put(MANAGED_BY, SLICES_MANAGER)
                .put(SERVICE_NAME, service.meta().name());
    }

    static ObjectNode newSlice(Service service, String family, List<Port> ports) {
        ObjectNode slice =
                Json.object().put("apiVersion", "discovery.k8s.io/v1").put("kind", "EndpointSlice");
        ObjectNode meta = slice.putObject("metadata")
                .put("generateName", service.meta().name() + "-")
                .put("namespace", service.meta().namespace());
        meta.set("labels", sliceLabels(service));
        meta.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "v1")
                .put("kind", "Service")
                .put("name", service.meta().name())
                .put("uid", service.meta().uid())
                .put("controller", true)
                .put("blockOwnerDeletion", true);
        slice.put("addressType", family);
        slice.putArray("endpoints");
        slice.set("ports", ports(ports));
        return slice;
    }

    static ArrayNode ports(List<Port> ports) {
        ArrayNode list = Json.array();
        for (Port port : ports) {
            ObjectNode node = list.addObject()
                    .put("name", port.name())
                    .put("protocol", port.protocol())
                    .put("port", port.port());
            if (!port.appProtocol().isEmpty()) {
                node.put("appProtocol", port.appProtocol());
            }
        }
        return list;
    }

    /// One entry of a slice.
    static ObjectNode entry(PodEndpoint endpoint) {
        ObjectNode node = Json.object();
        ArrayNode addresses = node.putArray("addresses");
        endpoint.addresses().forEach(addresses::add);
        node.putObject("conditions")
                .put("ready", endpoint.conditions().ready())
                .put("serving", endpoint.conditions().serving())
                .put("terminating", endpoint.conditions().terminating());
        if (!endpoint.hostname().isEmpty()) {
            node.put("hostname", endpoint.hostname());
        }
        node.set("targetRef", reference(endpoint.pod()));
        if (endpoint.pod().spec().bound()) {
            node.put("nodeName", endpoint.pod().spec().nodeName());
        }
        if (!endpoint.zone().isEmpty()) {
            node.put("zone", endpoint.zone());
        }
        return node;
    }

    private static ObjectNode reference(Pod pod) {
        return Json.object()
                .put("kind", "Pod")
                .put("namespace", pod.meta().namespace())
                .put("name", pod.meta().name())
                .put("uid", pod.meta().uid());
    }

    /// Notes when that happened because of which an object is written.
    ///
    /// @param at in whole seconds; empty when it is not known
    static void trigger(ObjectNode object, Optional<Instant> at) {
        ObjectNode meta = object.withObject("/metadata");
        if (at.isPresent()) {
            meta.withObject("/annotations").put(TRIGGERED, at.get().toString());
        } else if (meta.path("annotations") instanceof ObjectNode annotations) {
            annotations.remove(TRIGGERED);
        }
    }

    /// Edits Endpoints so that they are those of the service.
    static void endpoints(ObjectNode endpoints, Service service, Collection<PodEndpoint> behind) {
        ObjectNode meta = endpoints.withObject("/metadata");
        ObjectNode labels = meta.putObject("labels");
        service.meta().labels().forEach(labels::put);
        labels.put(ENDPOINTS_MANAGED_BY, "endpoint-controller");
        if (EndpointRule.headless(service)) {
            labels.put(HEADLESS, "");
        } else {
            labels.remove(HEADLESS);
        }
        List<PodEndpoint> published = behind.stream()
                .filter(endpoint -> service.publishNotReadyAddresses()
                        || !endpoint.conditions().terminating())
                .filter(endpoint ->
                        !endpoint.ports().isEmpty() || (service.ports().isEmpty() && EndpointRule.headless(service)))
                .sorted(Comparator.comparing(
                                (PodEndpoint endpoint) -> !endpoint.conditions().ready())
                        .thenComparing(endpoint -> endpoint.addresses().getFirst()))
                .toList();
        if (published.size() > ADDRESSES_MAX) {
            meta.withObject("/annotations").put(OVER_CAPACITY, "truncated");
        } else if (meta.path("annotations") instanceof ObjectNode annotations) {
            annotations.remove(OVER_CAPACITY);
        }
        endpoints.remove("subsets");
        Map<String, List<PodEndpoint>> subsets = new TreeMap<>();
        published.stream()
                .limit(ADDRESSES_MAX)
                .forEach(endpoint -> subsets.computeIfAbsent(endpoint.ports().toString(), _ -> new ArrayList<>())
                        .add(endpoint));
        if (!subsets.isEmpty()) {
            ArrayNode list = endpoints.putArray("subsets");
            subsets.values().forEach(subset -> subset(list.addObject(), subset));
        }
    }

    private static void subset(ObjectNode subset, List<PodEndpoint> members) {
        Map<String, ArrayNode> lists = new LinkedHashMap<>();
        for (PodEndpoint endpoint : members) {
            String list = endpoint.conditions().ready() ? "addresses" : "notReadyAddresses";
            ObjectNode address = lists.computeIfAbsent(list, _ -> Json.array())
                    .addObject()
                    .put("ip", endpoint.addresses().getFirst());
            if (!endpoint.hostname().isEmpty()) {
                address.put("hostname", endpoint.hostname());
            }
            if (endpoint.pod().spec().bound()) {
                address.put("nodeName", endpoint.pod().spec().nodeName());
            }
            address.set("targetRef", reference(endpoint.pod()));
        }
        lists.forEach(subset::set);
        ArrayNode ports = Json.array();
        for (Port port : members.getFirst().ports()) {
            ObjectNode node = ports.addObject();
            if (!port.name().isEmpty()) {
                node.put("name", port.name());
            }
            node.put("port", port.port()).put("protocol", port.protocol());
            if (!port.appProtocol().isEmpty()) {
                node.put("appProtocol", port.appProtocol());
            }
        }
        if (!ports.isEmpty()) {
            subset.set("ports", ports);
        }
    }
}
