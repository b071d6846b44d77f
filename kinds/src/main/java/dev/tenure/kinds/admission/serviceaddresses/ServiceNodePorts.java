package dev.tenure.kinds.admission.serviceaddresses;

import dev.tenure.apiserver.admission.AdmissionRequest;
import dev.tenure.apiserver.registry.FieldErrors;
import dev.tenure.apiserver.registry.RefusedException;
import dev.tenure.apiserver.registry.Statuses;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.kinds.service.Services;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// The node ports of one service while it is written: what it asks for is taken, what it leaves open is
/// chosen. Upstream: pkg/registry/core/service/storage/alloc.go, portallocator.
final class ServiceNodePorts {
    private static final String NODE_PORT = "nodePort";
    private static final String HEALTH = "healthCheckNodePort";

    /// Below what a dry run shows for the first port that it would choose.
    private static final int DUMMY = 32768;

    private final AdmissionRequest request;
    private final ServiceClaims claims;
    private final RandomGenerator random;
    private final Set<Integer> taken = new HashSet<>();
    private final FieldErrors errors = new FieldErrors();

    ServiceNodePorts(AdmissionRequest request, ServiceClaims claims, RandomGenerator random) {
        this.request = request;
        this.claims = claims;
        this.random = random;
    }

    /// The ports on nodes that a service has.
    static Set<Integer> of(JsonNode spec) {
        var ports = new LinkedHashSet<Integer>();
        spec.path("ports").forEach(port -> ports.add(port.path(NODE_PORT).asInt()));
        ports.add(spec.path(HEALTH).asInt());
        ports.remove(0);
        return ports;
    }

    /// @return what upstream has against the first port that cannot be had; empty when all is well
    FieldErrors create(ObjectNode spec) {
        boolean open = Services.isNodePort(spec) || Services.isBalanced(spec);
        if (open) {
            fill(spec);
        }
        if (errors.isEmpty() && Services.hasHealthCheck(spec)) {
            health(spec);
        }
        return errors;
    }

    /// As [#create].
    FieldErrors update(ObjectNode spec, JsonNode old) {
        boolean open = Services.isNodePort(spec) || Services.isBalanced(spec);
        if (open) {
            change(spec, old);
        }
        if (errors.isEmpty() && Services.hasHealthCheck(spec) && !Services.hasHealthCheck(old)) {
            health(spec);
        }
        return errors;
    }

    private void fill(ObjectNode spec) {
        List<ObjectNode> ports = Trees.objects(spec.path("ports"));
        Map<Integer, Integer> known = new HashMap<>();
        for (int i = 0; i < ports.size() && errors.isEmpty(); i++) {
            ObjectNode port = ports.get(i);
            int asked = port.path(NODE_PORT).asInt();
            int number = port.path("port").asInt();
            if (asked == 0 && !Services.hasNodePorts(spec)) {
                continue;
            }
            int before = known.getOrDefault(number, 0);
            if (before == 0) {
                int wanted = wanted(ports, number);
                if (wanted != 0) {
                    take(wanted, i);
                }
                int chosen = wanted == 0 ? next() : wanted;
                port.put(NODE_PORT, chosen);
                known.put(number, chosen);
            } else if (asked == 0) {
                port.put(NODE_PORT, before);
            } else if (asked != before) {
                take(asked, i);
            }
        }
    }

    /// The first node port that anybody asks for with this port.
    private static int wanted(List<ObjectNode> ports, int number) {
        for (ObjectNode port : ports) {
            if (port.path("port").asInt() == number && port.path(NODE_PORT).asInt() != 0) {
                return port.path(NODE_PORT).asInt();
            }
        }
        return 0;
    }

    private void change(ObjectNode spec, JsonNode old) {
        Set<Integer> had = new HashSet<>();
        old.path("ports").forEach(port -> had.add(port.path(NODE_PORT).asInt()));
        List<ObjectNode> ports = Trees.objects(spec.path("ports"));
        Set<String> seen = new HashSet<>();
        Set<Integer> own = new HashSet<>();
        for (int i = 0; i < ports.size() && errors.isEmpty(); i++) {
            ObjectNode port = ports.get(i);
            int asked = port.path(NODE_PORT).asInt();
            if (asked == 0 && !Services.hasNodePorts(spec)) {
                continue;
            }
            if (asked == 0) {
                port.put(NODE_PORT, next());
            } else if (!had.contains(asked) && own.add(asked)) {
                take(asked, i);
            }
            String shown = "{%s %d}"
                    .formatted(
                            port.path("protocol").asText(""),
                            port.path(NODE_PORT).asInt());
            if (errors.isEmpty() && !seen.add(shown)) {
                throw new RefusedException(Statuses.unknown("duplicate nodePort: " + shown));
            }
        }
    }

    private void take(int port, int at) {
        complaint(port).ifPresent(why -> errors.invalid("spec.ports[%d].nodePort".formatted(at), port, why));
    }

    private void health(ObjectNode spec) {
        int asked = spec.path(HEALTH).asInt();
        if (asked == 0) {
            spec.put(HEALTH, next());
            return;
        }
        complaint(asked).ifPresent(why -> {
            throw new RefusedException(Statuses.internal(
                    "failed to allocate requested HealthCheck NodePort %d: %s".formatted(asked, why)));
        });
    }

    private Optional<String> complaint(int port) {
        boolean within = PortRange.contains(port);
        if (!within && !request.dryRun()) { // as upstream, whose dry run looks at no range
            return Optional.of(
                    "provided port is not in the valid range. The range of valid ports is " + PortRange.WORDS);
        }
        boolean free = taken.add(port) && (!within || isFree(port));
        return free ? Optional.empty() : Optional.of("provided port is already allocated");
    }

    private boolean isFree(int port) {
        return request.dryRun() ? !claims.isPortTaken(port) : claims.takePort(port);
    }

    private int next() {
        if (request.dryRun()) {
            int highest = taken.stream().mapToInt(Integer::intValue).max().orElse(DUMMY);
            int dummy = Math.max(0, highest) + 1;
            taken.add(dummy);
            return dummy;
        }
        int start = random.nextInt(PortRange.COUNT);
        for (int i = 0; i < PortRange.COUNT; i++) {
            int port = PortRange.FIRST + (start + i) % PortRange.COUNT;
            if (!taken.contains(port) && claims.takePort(port)) {
                taken.add(port);
                return port;
            }
        }
        throw new RefusedException(Statuses.internal("failed to allocate a nodePort: range is full"));
    }
}
