package dev.tenure.apiserver.admission.serviceaddresses;

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
import dev.tenure.apiserver.registry.service.Services;
import dev.tenure.model.meta.ResourceTypes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/// Gives services the addresses and node ports that they do not choose, and refuses chosen ones that are taken or
/// outside the range. What is taken it reads from the services themselves; it remembers nothing.
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
        if (!request.writes(ResourceTypes.SERVICES)) {
            return;
        }
        ObjectNode spec = Trees.object(request.object(), "spec");
        JsonNode old = request.old().map(o -> o.path("spec")).orElse(spec.path("nothing"));
        Set<String> taken = taken(cluster, request);
        boolean addressed = Services.hasClusterAddress(old);
        if (Services.hasClusterAddress(spec)
                && !addressed
                && Trees.blank(spec, "clusterIP")
                && spec.path("clusterIPs").isEmpty()) {
            free(taken, i -> range.address(random.nextInt(range.size()))).ifPresent(address -> {
                spec.put("clusterIP", address);
                spec.putArray("clusterIPs").add(address);
            });
        }
        if (Services.hasNodePorts(spec)) {
            nodePorts(spec, old, taken);
        }
        if (Services.hasHealthCheck(spec)
                && !Services.hasHealthCheck(old)
                && spec.path("healthCheckNodePort").asInt() == 0) {
            freePort(taken).ifPresent(port -> spec.put("healthCheckNodePort", Integer.parseInt(port)));
        }
    }

    private void nodePorts(ObjectNode spec, JsonNode old, Set<String> taken) {
        for (ObjectNode port : Trees.objects(spec.path("ports"))) {
            if (port.path("nodePort").asInt() == 0 && !hadNodePort(port, old)) {
                freePort(taken).ifPresent(free -> port.put("nodePort", Integer.parseInt(free)));
            }
        }
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

    private Optional<String> freePort(Set<String> taken) {
        return free(taken, i -> Integer.toString(PORT_FIRST + random.nextInt(PORTS)));
    }

    /// Finds one that is not taken, and takes it.
    private static Optional<String> free(Set<String> taken, IntFunction<String> pick) {
        for (int i = 0; i < TRIES; i++) {
            String candidate = pick.apply(i);
            if (taken.add(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /// Addresses and node ports of all other services.
    private static Set<String> taken(ClusterReader cluster, AdmissionRequest request) {
        Set<String> taken = new HashSet<>();
        cluster.list(ResourceTypes.SERVICES, "").forEach(stored -> {
            boolean own = stored.key().namespace().equals(request.namespace())
                    && stored.key().name().equals(request.name())
                    && request.operation() == Operation.UPDATE;
            if (!own) {
                JsonNode spec = cluster.tree(stored).path("spec");
                spec.path("clusterIPs").forEach(address -> taken.add(address.asText()));
                spec.path("ports")
                        .forEach(port -> taken.add(port.path("nodePort").asText("")));
                taken.add(spec.path("healthCheckNodePort").asText(""));
            }
        });
        return taken;
    }

    @Override
    public void validate(AdmissionRequest request, ClusterReader cluster) {
        if (!request.writes(ResourceTypes.SERVICES)) {
            return;
        }
        JsonNode spec = request.object().path("spec");
        var errors = new FieldErrors();
        Set<String> taken = taken(cluster, request);
        if (Services.hasClusterAddress(spec)
                && !Services.isHeadless(spec)
                && spec.path("clusterIPs") instanceof ArrayNode list) {
            addresses(list, taken, errors);
        }
        if (errors.isEmpty()) {
            ports(spec.path("ports"), taken, errors);
        }
        if (!errors.isEmpty()) {
            throw new RefusedException(Statuses.invalid(request.type(), request.name(), errors.list()));
        }
    }

    private void addresses(ArrayNode list, Set<String> taken, FieldErrors errors) {
        for (JsonNode address : list) {
            String text = address.asText();
            if (!range.contains(text)) {
                errors.invalid(
                        "spec.clusterIPs",
                        list,
                        ("failed to allocate IP %s: the provided IP (%s) is not in the valid range. The range of valid"
                                        + " IPs is %s")
                                .formatted(text, text, range));
            } else if (taken.contains(text)) {
                errors.invalid(
                        "spec.clusterIPs",
                        list,
                        "failed to allocate IP %s: provided IP is already allocated".formatted(text));
            }
        }
    }

    private static void ports(JsonNode ports, Set<String> taken, FieldErrors errors) {
        for (int i = 0; i < ports.size(); i++) {
            int port = ports.get(i).path("nodePort").asInt();
            String where = "spec.ports[%d].nodePort".formatted(i);
            if (port != 0 && (port < PORT_FIRST || port >= PORT_FIRST + PORTS)) {
                errors.invalid(
                        where,
                        port,
                        "provided port is not in the valid range. The range of valid ports is %d-%d"
                                .formatted(PORT_FIRST, PORT_FIRST + PORTS - 1));
            } else if (port != 0 && taken.contains(Integer.toString(port))) {
                errors.invalid(where, port, "provided port is already allocated");
            }
        }
    }
}
