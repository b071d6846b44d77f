package dev.tenure.kinds.webhookclient;

import dev.tenure.apiserver.admission.ClusterAccess;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.meta.Quoted;
import dev.tenure.model.meta.ResourceType;
import dev.tenure.model.meta.ResourceType.Scope;
import dev.tenure.model.meta.ResourceTypes;
import dev.tenure.model.meta.StoredObject;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Where a service can be dialled. Safe for use by several threads. Upstream: apiserver/pkg/util/proxy
/// (ResolveEndpoint, ResolveCluster).
public final class WebhookServices {
    private static final ResourceType SLICES =
            new ResourceType("discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", Scope.NAMESPACED);
    private static final String SERVICE_NAME = "kubernetes.io/service-name";

    private final ClusterAccess cluster;
    private final Routing routing;
    private final RandomGenerator random;

    /// What of a service is dialled.
    public enum Routing {
        /// One of its endpoints that are ready.
        ENDPOINT,
        /// Its cluster address, for which somebody has to make it reachable from here.
        CLUSTER_ADDRESS
    }

    public WebhookServices(ClusterAccess cluster, Routing routing, RandomGenerator random) {
        this.cluster = cluster;
        this.routing = routing;
        this.random = random;
    }

    /// A host and port that can be dialled.
    ///
    /// @throws WebhookCallException when there is none
    public String resolve(WebhookTarget.Service wanted) throws WebhookCallException {
        Optional<ObjectNode> found = cluster.get(ResourceTypes.SERVICES, wanted.namespace(), wanted.name())
                .map(cluster::tree);
        if (found.isEmpty()) {
            throw new WebhookCallException(
                    Statuses.notFound("", "service", wanted.name()).message());
        }
        JsonNode spec = found.get().path("spec");
        return switch (spec.path("type").asText("ClusterIP")) {
            case "ExternalName" -> external(spec, wanted);
            case "ClusterIP", "NodePort", "LoadBalancer" -> inside(spec, wanted);
            case String other -> throw new WebhookCallException("unsupported service type " + Quoted.of(other));
        };
    }

    private String external(JsonNode spec, WebhookTarget.Service wanted) throws WebhookCallException {
        if (routing == Routing.ENDPOINT) {
            throw new WebhookCallException("unsupported service type \"ExternalName\"");
        }
        return joined(spec.path("externalName").asText(""), wanted.port());
    }

    private String inside(JsonNode spec, WebhookTarget.Service wanted) throws WebhookCallException {
        String address = spec.path("clusterIP").asText("");
        if (routing == Routing.CLUSTER_ADDRESS && address.equals("None")) {
            throw new WebhookCallException("cannot route to service with ClusterIP \"None\"");
        }
        JsonNode port = port(spec, wanted);
        return routing == Routing.CLUSTER_ADDRESS
                ? joined(address, port.path("port").asInt())
                : endpoint(spec, wanted, port.path("name").asText(""));
    }

    private static JsonNode port(JsonNode spec, WebhookTarget.Service wanted) throws WebhookCallException {
        for (JsonNode port : spec.path("ports")) {
            if (port.path("port").asInt() == wanted.port()) {
                return port;
            }
        }
        throw new WebhookCallException(
                "no service port %d found for service %s".formatted(wanted.port(), Quoted.of(wanted.name())));
    }

    private String endpoint(JsonNode spec, WebhookTarget.Service wanted, String port) throws WebhookCallException {
        for (JsonNode slice : slices(spec, wanted)) {
            for (JsonNode offered : slice.path("ports")) {
                boolean fits = offered.path("name").asText("").equals(port) && offered.hasNonNull("port");
                Optional<String> address = fits ? ready(slice.path("endpoints")) : Optional.empty();
                if (address.isPresent()) {
                    return joined(address.get(), offered.path("port").asInt());
                }
            }
        }
        throw new WebhookCallException("no endpoints available for service " + Quoted.of(wanted.name()));
    }

    /// Those of the service's first address family come first, in an order by chance.
    private List<ObjectNode> slices(JsonNode spec, WebhookTarget.Service wanted) {
        List<ObjectNode> slices = new ArrayList<>();
        for (StoredObject slice : cluster.list(SLICES, wanted.namespace())) {
            if (wanted.name().equals(slice.header().labels().get(SERVICE_NAME))) {
                slices.add(random.nextInt(slices.size() + 1), cluster.tree(slice));
            }
        }
        String first = spec.path("ipFamilies").path(0).asText("");
        slices.sort(Comparator.comparing(
                slice -> !slice.path("addressType").asText("").equals(first)));
        return slices;
    }

    private Optional<String> ready(JsonNode endpoints) {
        int offset = endpoints.isEmpty() ? 0 : random.nextInt(endpoints.size());
        for (int i = 0; i < endpoints.size(); i++) {
            JsonNode endpoint = endpoints.path((i + offset) % endpoints.size());
            if (endpoint.path("conditions").path("ready").asBoolean(true)) {
                return Optional.of(endpoint.path("addresses").path(0).asText(""));
            }
        }
        return Optional.empty();
    }

    private static String joined(String host, int port) {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
