package dev.tenure.kinds.service;

import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.wire.json.JsonNode;
import dev.tenure.wire.json.ObjectNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What may become of a service: addresses and ports stay unless the type changes.
final class ServiceChange {
    private ServiceChange() {}

    /// What a whole new object does not say of allocated values stays as it is.
    static void keepUnstated(ObjectNode spec, JsonNode old) {
        if (Services.needsClusterAddress(spec) && Services.needsClusterAddress(old)) {
            if (Trees.blank(spec, "clusterIP")) {
                copy(spec, old, "clusterIP");
            }
            if (spec.path("clusterIPs").isEmpty()) {
                copy(spec, old, "clusterIPs");
            }
        }
        if (Services.hasNodePorts(spec) && Services.hasNodePorts(old)) {
            keepNodePorts(spec, old);
        }
        if (Services.hasHealthCheck(spec)
                && Services.hasHealthCheck(old)
                && spec.path("healthCheckNodePort").asInt() == 0) {
            copy(spec, old, "healthCheckNodePort");
        }
    }

    private static void copy(ObjectNode spec, JsonNode old, String field) {
        if (old.has(field)) {
            spec.set(field, old.path(field).deepCopy());
        }
    }

    /// Ports are known by their names.
    private static void keepNodePorts(ObjectNode spec, JsonNode old) {
        Set<Integer> used = new HashSet<>();
        spec.path("ports").forEach(port -> used.add(port.path("nodePort").asInt()));
        Map<String, Integer> before = new HashMap<>();
        old.path("ports")
                .forEach(port -> before.put(
                        port.path("name").asText(""), port.path("nodePort").asInt()));
        for (ObjectNode port : Trees.objects(spec.path("ports"))) {
            int kept = before.getOrDefault(port.path("name").asText(""), 0);
            if (port.path("nodePort").asInt() == 0 && kept != 0 && !used.contains(kept)) {
                port.put("nodePort", kept);
            }
        }
    }

    /// What only the old type had goes, if the writer merely left it.
    static void dropUnfit(ObjectNode spec, JsonNode old) {
        if (Services.needsClusterAddress(old) && !Services.needsClusterAddress(spec)) {
            if (SameValue.same(spec.path("clusterIPs"), old.path("clusterIPs"))) {
                spec.remove(List.of("clusterIP", "clusterIPs"));
            }
            dropSame(spec, old, "ipFamilies");
            dropSame(spec, old, "ipFamilyPolicy");
        }
        if (usesNodePorts(old) && !usesNodePorts(spec) && nodePorts(spec).equals(nodePorts(old))) {
            Trees.objects(spec.path("ports")).forEach(port -> port.remove("nodePort"));
        }
        if (Services.hasHealthCheck(old) && !Services.hasHealthCheck(spec)) {
            dropSame(spec, old, "healthCheckNodePort");
        }
        if (Services.isBalanced(old) && !Services.isBalanced(spec)) {
            List.of("allocateLoadBalancerNodePorts", "loadBalancerClass").forEach(f -> dropSame(spec, old, f));
        }
        if (Services.isReachableFromOutside(old) && !Services.isReachableFromOutside(spec)) {
            dropSame(spec, old, "externalTrafficPolicy");
        }
    }

    private static boolean usesNodePorts(JsonNode spec) {
        return Services.isNodePort(spec) || Services.isBalanced(spec);
    }

    private static Set<Integer> nodePorts(JsonNode spec) {
        Set<Integer> ports = new HashSet<>();
        spec.path("ports").forEach(port -> ports.add(port.path("nodePort").asInt()));
        return ports;
    }

    private static void dropSame(ObjectNode spec, JsonNode old, String field) {
        if (SameValue.same(spec.path(field), old.path(field))) {
            spec.remove(field);
        }
    }

    static void check(Field spec, JsonNode old) {
        addresses(spec, old);
        Field balancer = spec.at("loadBalancerClass");
        boolean balanced = Services.isBalanced(old) && Services.isBalanced(spec.node());
        if (balanced && !SameValue.same(balancer.node(), old.path("loadBalancerClass"))) {
            balancer.invalid("may not change once set");
        }
        ServiceValidation.balancerClass(spec); // upstream looks twice
        Field health = spec.at("healthCheckNodePort");
        if (Services.hasHealthCheck(old)
                && Services.hasHealthCheck(spec.node())
                && health.number() != old.path("healthCheckNodePort").asLong()) {
            health.forbidden("field is immutable");
        }
    }

    private static void addresses(Field spec, JsonNode old) {
        boolean external =
                spec.at("type").is("ExternalName") || old.path("type").asText().equals("ExternalName");
        if (external || (Services.isHeadless(old) && Services.isHeadless(spec.node()))) {
            return;
        }
        Field list = spec.at("clusterIPs");
        JsonNode before = old.path("clusterIPs");
        if (list.isEmpty() && !before.isEmpty()) {
            list.under(list.path().index(0)).invalid("primary clusterIP can not be unset");
            return;
        }
        boolean same = list.size() == before.size();
        List<String> texts = list.texts();
        for (int i = 0; i < (same ? before.size() : Math.min(1, before.size())); i++) {
            if (!texts.get(i).equals(before.get(i).asText())) {
                list.under(list.path().index(i)).invalid("may not change once set");
            }
        }
        if (list.size() == 1 && before.size() > 1 && !spec.at("ipFamilyPolicy").is("SingleStack")) {
            spec.at("ipFamilyPolicy").invalid("must be set to 'SingleStack' when releasing the secondary clusterIP");
        }
    }
}
