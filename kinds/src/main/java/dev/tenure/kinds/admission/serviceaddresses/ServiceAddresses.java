package dev.tenure.kinds.admission.serviceaddresses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.admission.AdmissionPlugin;
import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.admission.AdmissionRequest.Operation;
import dev.tenure.apiserver.admission.ClusterReader;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.kinds.service.Services;
import dev.tenure.model.meta.ResourceTypes;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Gives services the addresses and node ports that they do not choose, and refuses chosen ones that are taken or
/// outside the range. What is taken stands in the store as claims, so that no two services ever get the same; a write
/// that comes to nothing gives back what it claimed, and a deleted service what it had.
public final class ServiceAddresses implements AdmissionPlugin {
    private static final int PORT_FIRST = 30000;
    private static final int PORTS = 2768;
    private static final int TRIES = 100;

    private final AddressRange range;
    private final RandomGenerator random;

    public ServiceAddresses(AddressRange range, RandomGenerator random) {
        this.range = range;
        this.random = random;
    }

    @Override
    public String name() {
        return "ServiceAddresses";
    }

    @Override
    public void mutate(AdmissionRequest request, ClusterReader cluster) {
        if (!request.about(ResourceTypes.SERVICES)) {
            return;
        }
        var claims = new ServiceClaims(request, cluster, random);
        request.old().ifPresent(old -> giveBack(request, claims, old.path("spec")));
        if (request.writes(ResourceTypes.SERVICES)) {
            fill(request, claims);
        }
    }

    /// A service that goes gives back all it has; one that changes, what it needs no more.
    private static void giveBack(AdmissionRequest request, ServiceClaims claims, JsonNode old) {
        Set<String> addresses = addresses(old);
        Set<Integer> ports = ports(old);
        request.aftermath().whenGone(() -> {
            addresses.forEach(claims::freeAddress);
            ports.forEach(claims::freePort);
        });
        request.next()
                .ifPresent(next -> request.aftermath().whenStored(() -> {
                    addresses.removeAll(addresses(next.path("spec")));
                    ports.removeAll(ports(next.path("spec")));
                    addresses.forEach(claims::freeAddress);
                    ports.forEach(claims::freePort);
                }));
    }

    private void fill(AdmissionRequest request, ServiceClaims claims) {
        ObjectNode spec = Trees.object(request.object(), "spec");
        JsonNode old = request.old().map(o -> o.path("spec")).orElse(spec.path("nothing"));
        boolean open = Services.hasClusterAddress(spec)
                && !Services.hasClusterAddress(old)
                && Trees.blank(spec, "clusterIP")
                && spec.path("clusterIPs").isEmpty();
        if (open) {
            String address = address(request, claims);
            spec.put("clusterIP", address);
            spec.putArray("clusterIPs").add(address);
        }
        if (Services.hasNodePorts(spec)) {
            for (ObjectNode port : Trees.objects(spec.path("ports"))) {
                if (port.path("nodePort").asInt() == 0 && !hadNodePort(port, old)) {
                    freePort(request, claims).ifPresent(free -> port.put("nodePort", free));
                }
            }
        }
        if (Services.hasHealthCheck(spec)
                && !Services.hasHealthCheck(old)
                && spec.path("healthCheckNodePort").asInt() == 0) {
            freePort(request, claims).ifPresent(port -> spec.put("healthCheckNodePort", port));
        }
    }

    private String address(AdmissionRequest request, ServiceClaims claims) {
        if (request.dryRun()) {
            // As upstream: no more than an address of the right look.
            return range.base();
        }
        for (int i = 0; i < TRIES; i++) {
            String address = range.address(random.nextInt(range.size()));
            if (claims.takeAddress(address)) {
                return address;
            }
        }
        // Few are left: one after the other from somewhere.
        int start = random.nextInt(range.size());
        for (int i = 0; i < range.size(); i++) {
            String address = range.address((start + i) % range.size());
            if (claims.takeAddress(address)) {
                return address;
            }
        }
        throw new RefusedException(Statuses.internal("failed to allocate a serviceIP: range is full"));
    }

    private static boolean hadNodePort(JsonNode port, JsonNode old) {
        for (JsonNode before : old.path("ports")) {
            if (before.path("port").equals(port.path("port"))
                    && before.path("protocol").equals(port.path("protocol"))
                    && before.path("nodePort").asInt() != 0) {
                return true;
            }
        }
        return false;
    }

    private OptionalInt freePort(AdmissionRequest request, ServiceClaims claims) {
        if (request.dryRun()) {
            int dummy = PORT_FIRST + PORTS + 1;
            while (!request.aftermath().claims().add("dummy/" + dummy)) {
                dummy++;
            }
            return OptionalInt.of(dummy);
        }
        int start = random.nextInt(PORTS);
        for (int i = 0; i < PORTS; i++) {
            int port = PORT_FIRST + (start + i) % PORTS;
            if (claims.takePort(port)) {
                return OptionalInt.of(port);
            }
        }
        throw new RefusedException(Statuses.internal("failed to allocate a nodePort: range is full"));
    }

    /// The addresses in the cluster that a service has.
    static Set<String> addresses(JsonNode spec) {
        var addresses = new LinkedHashSet<String>();
        if (Services.hasClusterAddress(spec) && !Services.isHeadless(spec)) {
            spec.path("clusterIPs").forEach(address -> addresses.add(address.asText()));
        }
        return addresses;
    }

    /// The ports on nodes that a service has.
    static Set<Integer> ports(JsonNode spec) {
        var ports = new LinkedHashSet<Integer>();
        spec.path("ports").forEach(port -> ports.add(port.path("nodePort").asInt()));
        ports.add(spec.path("healthCheckNodePort").asInt());
        ports.remove(0);
        return ports;
    }

    @Override
    public void validate(AdmissionRequest request, ClusterReader cluster) {
        if (!request.writes(ResourceTypes.SERVICES)) {
            return;
        }
        JsonNode spec = request.object().path("spec");
        JsonNode old = request.old().map(o -> o.path("spec")).orElse(spec.path("nothing"));
        var claims = new ServiceClaims(request, cluster, random);
        var errors = new FieldErrors();
        if (Services.hasClusterAddress(spec)
                && !Services.isHeadless(spec)
                && spec.path("clusterIPs") instanceof ArrayNode list) {
            checkAddresses(request, claims, list, addresses(old), errors);
        }
        if (errors.isEmpty()) {
            checkPorts(request, claims, spec, ports(old), errors);
        }
        if (!errors.isEmpty()) {
            throw new RefusedException(Statuses.invalid(request.type(), name(request), errors.list()));
        }
    }

    private static String name(AdmissionRequest request) {
        return request.operation() == Operation.UPDATE
                ? request.name()
                : request.object().path("metadata").path("name").asText(request.name());
    }

    private void checkAddresses(
            AdmissionRequest request, ServiceClaims claims, ArrayNode list, Set<String> had, FieldErrors errors) {
        for (JsonNode address : list) {
            String text = address.asText();
            if (had.contains(text)) {
                continue;
            }
            if (!range.contains(text)) {
                errors.invalid(
                        "spec.clusterIPs",
                        list,
                        ("failed to allocate IP %s: the provided IP (%s) is not in the valid range. The range of valid"
                                        + " IPs is %s")
                                .formatted(text, text, range));
            } else if (!request.dryRun() && !claims.takeAddress(text)) {
                errors.invalid(
                        "spec.clusterIPs",
                        list,
                        "failed to allocate IP %s: provided IP is already allocated".formatted(text));
            }
        }
    }

    private static void checkPorts(
            AdmissionRequest request, ServiceClaims claims, JsonNode spec, Set<Integer> had, FieldErrors errors) {
        JsonNode ports = spec.path("ports");
        var asked = new LinkedHashMap<String, Integer>();
        for (int i = 0; i < ports.size(); i++) {
            asked.put(
                    "spec.ports[%d].nodePort".formatted(i),
                    ports.get(i).path("nodePort").asInt());
        }
        asked.put("spec.healthCheckNodePort", spec.path("healthCheckNodePort").asInt());
        asked.forEach((where, port) -> {
            if (port != 0 && !had.contains(port)) {
                complaint(claims, port, request.dryRun()).ifPresent(why -> errors.invalid(where, port, why));
            }
        });
    }

    private static Optional<String> complaint(ServiceClaims claims, int port, boolean dryRun) {
        boolean inRange = port >= PORT_FIRST && port < PORT_FIRST + PORTS;
        if (!inRange) {
            // As upstream, whose dry run looks at no range.
            return dryRun
                    ? Optional.empty()
                    : Optional.of("provided port is not in the valid range. The range of valid ports is %d-%d"
                            .formatted(PORT_FIRST, PORT_FIRST + PORTS - 1));
        }
        boolean free = dryRun ? !claims.isPortTaken(port) : claims.takePort(port);
        return free ? Optional.empty() : Optional.of("provided port is already allocated");
    }
}
