package dev.tenure.apiserver.http.proxy;

import com.google.re2j.Pattern;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.model.core.Node;
import dev.tenure.model.meta.ApiRequest.Target;
import dev.tenure.model.meta.Quoted;
import dev.tenure.wire.json.JsonNode;
import java.math.BigInteger;
import java.net.InetAddress;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.eclipse.jetty.http.HttpStatus;

/// Finds out where pods, services and nodes are dialled that a proxy is asked for. Upstream:
/// `ResourceLocation` of registry/core/pod/strategy.go, registry/core/node/strategy.go and
/// registry/core/service/storage/storage.go.
public final class ProxyTargets {
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,18}");
    private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private final OwnReads reads;
    private final RandomGenerator random;

    /// @param random chooses among the pods of a service
    public ProxyTargets(OwnReads reads, RandomGenerator random) {
        this.reads = reads;
        this.random = random;
    }

    /// What is dialled.
    sealed interface Place {
        /// The agent of a node.
        record Agent(Node node) implements Place {}

        /// @param host an IP address
        record Address(boolean secure, String host, int port) implements Place {}
    }

    /// @param asked the resource, whose name may have a scheme and a port
    /// @throws RefusedException with 400, 404 or 503 when there is nothing to dial
    Place of(Target asked) {
        return switch (asked.resource()) {
            case "pods" -> pod(asked, ProxiedName.parse(asked.name(), "pod"));
            case "services" -> service(asked, ProxiedName.parse(asked.name(), "service"));
            default -> node(ProxiedName.parse(asked.name(), "node"));
        };
    }

    private Place node(ProxiedName name) {
        Node node = reads.node(name.name());
        int agent = node.status().kubeletPort();
        if (name.port().isEmpty() || name.port().equals(Integer.toString(agent))) {
            if (agent == 0) {
                throw new RefusedException(Statuses.badRequest(
                        "node %s is simulated: it has no agent that could be asked".formatted(node.name())));
            }
            return new Place.Agent(node);
        }
        String address = node.status().addresses().stream()
                .filter(each -> each.type().equals("InternalIP"))
                .map(Node.NodeAddress::address)
                .findFirst()
                .orElse("");
        return address(name, address, name.port());
    }

    private Place pod(Target asked, ProxiedName name) {
        JsonNode pod = reads.tree("pods", asked.namespace(), name.name());
        String port = name.port();
        for (JsonNode container : pod.at("/spec/containers")) {
            if (port.isEmpty() && !container.path("ports").isEmpty()) {
                port = container.at("/ports/0/containerPort").asText();
            }
        }
        return address(name, pod.at("/status/podIPs/0/ip").asText(""), port);
    }

    private Place service(Target asked, ProxiedName name) {
        String port = name.port();
        if (NUMBER.matcher(port).matches()) {
            port = declared(asked, name);
        }
        JsonNode endpoints;
        try {
            endpoints = reads.tree("endpoints", asked.namespace(), name.name());
        } catch (RefusedException e) {
            // whoever asked for a service hears of a service
            throw e.status().code() == HttpStatus.NOT_FOUND_404
                    ? new RefusedException(Statuses.notFound("", "services", name.name()))
                    : e;
        }
        JsonNode subsets = endpoints.path("subsets");
        if (subsets.isEmpty()) {
            throw unavailable("no endpoints available for service " + Quoted.of(name.name()));
        }
        int first = random.nextInt(subsets.size());
        for (int i = 0; i < subsets.size(); i++) {
            Optional<Place> place = inSubset(asked.namespace(), name, port, subsets.get((first + i) % subsets.size()));
            if (place.isPresent()) {
                return place.get();
            }
        }
        throw unavailable("no endpoints available for service " + Quoted.of(asked.name()));
    }

    /// The name that a service gives to one of its ports.
    private String declared(Target asked, ProxiedName name) {
        JsonNode service = reads.tree("services", asked.namespace(), name.name());
        var number = new BigInteger(name.port());
        for (JsonNode port : service.at("/spec/ports")) {
            if (number.equals(BigInteger.valueOf(port.path("port").asLong()))) {
                return port.path("name").asText("");
            }
        }
        throw unavailable("no service port %s found for service %s".formatted(number, Quoted.of(name.name())));
    }

    private Optional<Place> inSubset(String namespace, ProxiedName name, String port, JsonNode subset) {
        JsonNode addresses = subset.path("addresses");
        for (JsonNode offered : subset.path("ports")) {
            if (addresses.isEmpty() || !offered.path("name").asText("").equals(port)) {
                continue;
            }
            int first = random.nextInt(addresses.size());
            for (int i = 0; i < addresses.size(); i++) {
                JsonNode address = addresses.get((first + i) % addresses.size());
                if (isPod(namespace, address)) {
                    return Optional.of(new Place.Address(
                            name.isSecure(),
                            address.path("ip").asText(),
                            offered.path("port").asInt()));
                }
            }
        }
        return Optional.empty();
    }

    /// Endpoints may be written by many, so only what a pod has said of itself is dialled.
    private boolean isPod(String namespace, JsonNode address) {
        JsonNode referred = address.path("targetRef");
        if (!referred.path("namespace").asText("").equals(namespace)) {
            return false;
        }
        try {
            JsonNode pod = reads.tree("pods", namespace, referred.path("name").asText(""));
            for (JsonNode own : pod.at("/status/podIPs")) {
                if (own.path("ip").equals(address.path("ip"))) {
                    return true;
                }
            }
            return false;
        } catch (RefusedException _) {
            return false;
        }
    }

    private static Place address(ProxiedName name, String host, String port) {
        if (!isOfNetwork(host)) {
            throw new RefusedException(Statuses.badRequest("address not allowed"));
        }
        int usual = name.isSecure() ? HTTPS : HTTP;
        if (!port.isEmpty() && !PORT.matcher(port).matches()) {
            throw unavailable("error trying to reach service: dial tcp: lookup tcp/%s: unknown port".formatted(port));
        }
        return new Place.Address(name.isSecure(), host, port.isEmpty() ? usual : Integer.parseInt(port));
    }

    /// Whether it is an address by which something on the network is known: not this machine, and not its
    /// links.
    private static boolean isOfNetwork(String host) {
        try {
            InetAddress address = InetAddress.ofLiteral(host);
            return !address.isAnyLocalAddress()
                    && !address.isLoopbackAddress()
                    && !address.isLinkLocalAddress()
                    && !address.isMulticastAddress()
                    && !host.equals("255.255.255.255");
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static RefusedException unavailable(String why) {
        return new RefusedException(Statuses.unavailable(why));
    }
}
