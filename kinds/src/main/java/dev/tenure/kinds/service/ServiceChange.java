package dev.tenure.kinds.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.field.Field;
import dev.tenure.apiserver.registry.field.SameValue;
import dev.tenure.apiserver.registry.field.Trees;
import java.util.List;

/// What may become of a service: addresses and ports stay unless the type changes.
final class ServiceChange {
    private static final List<String> ADDRESSES = List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy");

    private ServiceChange() {}

    /// What a whole new object does not say of allocated values stays as it is.
    static void keepUnsaid(ObjectNode spec, JsonNode old) {
        boolean both = Services.hasClusterAddress(spec) && Services.hasClusterAddress(old);
        if (both && Trees.blank(spec, "clusterIP") && spec.path("clusterIPs").isEmpty()) {
            copy(spec, old, "clusterIP");
            copy(spec, old, "clusterIPs");
        }
        if (both) {
            if (spec.path("ipFamilies").isEmpty()) {
                copy(spec, old, "ipFamilies");
            }
            if (Trees.blank(spec, "ipFamilyPolicy")) {
                copy(spec, old, "ipFamilyPolicy");
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
            spec.set(field, old.get(field).deepCopy());
        }
    }

    private static void keepNodePorts(ObjectNode spec, JsonNode old) {
        for (ObjectNode port : Trees.objects(spec.path("ports"))) {
            for (JsonNode before : old.path("ports")) {
                boolean same = before.path("port").equals(port.path("port"))
                        && before.path("protocol").equals(port.path("protocol"));
                if (same && port.path("nodePort").asInt() == 0 && before.has("nodePort")) {
                    port.set("nodePort", before.get("nodePort"));
                }
            }
        }
    }

    /// What only the old type had goes, if the writer merely left it.
    static void dropUnfit(ObjectNode spec, JsonNode old) {
        if (spec.path("type").equals(old.path("type"))) {
            return;
        }
        if (Services.hasClusterAddress(old) && !Services.hasClusterAddress(spec)) {
            ADDRESSES.forEach(field -> dropSame(spec, old, field));
        }
        if (Services.hasNodePorts(old) && !Services.hasNodePorts(spec)) {
            for (ObjectNode port : Trees.objects(spec.path("ports"))) {
                for (JsonNode before : old.path("ports")) {
                    if (before.path("nodePort").equals(port.path("nodePort"))) {
                        port.remove("nodePort");
                    }
                }
            }
        }
        if (Services.isBalanced(old) && !Services.isBalanced(spec)) {
            List.of("allocateLoadBalancerNodePorts", "loadBalancerClass").forEach(f -> dropSame(spec, old, f));
        }
        if (Services.isReachableFromOutside(old) && !Services.isReachableFromOutside(spec)) {
            dropSame(spec, old, "externalTrafficPolicy");
        }
        if (Services.hasHealthCheck(old) && !Services.hasHealthCheck(spec)) {
            dropSame(spec, old, "healthCheckNodePort");
        }
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
        for (int i = 0; i < (same ? before.size() : Math.min(1, before.size())); i++) {
            if (!list.items().get(i).is(before.get(i).asText())) {
                list.under(list.path().index(i)).invalid("may not change once set");
            }
        }
        if (list.size() == 1 && before.size() > 1 && !spec.at("ipFamilyPolicy").is("SingleStack")) {
            spec.at("ipFamilyPolicy").invalid("must be set to 'SingleStack' when releasing the secondary clusterIP");
        }
    }
}
