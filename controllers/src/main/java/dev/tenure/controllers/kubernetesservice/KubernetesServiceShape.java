package dev.tenure.controllers.kubernetesservice;

import dev.tenure.wire.json.ArrayNode;
import dev.tenure.wire.json.Json;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.List;

/// How the service `kubernetes`, its Endpoints and its EndpointSlice ought to look. Each method edits an
/// object so that it does; one that does already is left as it is.
final class KubernetesServiceShape {
    static final String NAMESPACE = "default";
    static final String NAME = "kubernetes";

    private static final String PORT_NAME = "https";

    private KubernetesServiceShape() {}

    static void service(ObjectNode service, int port) {
        JsonNode ports = service.path("spec").path("ports");
        for (JsonNode each : ports) {
            if (each instanceof ObjectNode object
                    && object.path("name").asText().equals(PORT_NAME)
                    && object.path("targetPort").asInt() != port) {
                object.put("targetPort", port);
            }
        }
    }

    static void endpoints(ObjectNode endpoints, List<String> addresses, int port) {
        label(endpoints, "endpointslice.kubernetes.io/skip-mirror", "true");
        ObjectNode subset = Json.object();
        ArrayNode ready = subset.putArray("addresses");
        addresses.forEach(address -> ready.addObject().put("ip", address));
        subset.putArray("ports")
                .addObject()
                .put("name", PORT_NAME)
                .put("port", port)
                .put("protocol", "TCP");
        endpoints.putArray("subsets").add(subset);
    }

    static void slice(ObjectNode slice, List<String> addresses, int port) {
        label(slice, "kubernetes.io/service-name", NAME);
        slice.put("addressType", addresses.getFirst().contains(":") ? "IPv6" : "IPv4");
        ArrayNode endpoints = slice.putArray("endpoints");
        for (String address : addresses) {
            ObjectNode endpoint = endpoints.addObject();
            endpoint.putArray("addresses").add(address);
            endpoint.putObject("conditions").put("ready", true);
        }
        slice.putArray("ports")
                .addObject()
                .put("name", PORT_NAME)
                .put("port", port)
                .put("protocol", "TCP");
    }

    private static void label(ObjectNode object, String key, String value) {
        ObjectNode meta = object.withObject("/metadata");
        meta.withObject("/labels").put(key, value);
    }
}
