package dev.tenure.apiserver.registry.networking;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tenure.apiserver.registry.field.Trees;
import dev.tenure.apiserver.registry.meta.PlainKind;
import java.util.List;

/// Network policies.
public final class NetworkPolicyStrategy implements PlainKind {
    @Override
    public void setDefaults(ObjectNode policy) {
        Trees.within(policy, "spec", spec -> {
            for (String direction : List.of("ingress", "egress")) {
                spec.path(direction).forEach(NetworkPolicyStrategy::ports);
            }
            if (spec.path("policyTypes").isEmpty()) {
                ArrayNode types = spec.putArray("policyTypes").add("Ingress");
                if (!spec.path("egress").isEmpty()) {
                    types.add("Egress");
                }
            }
        });
    }

    private static void ports(JsonNode rule) {
        Trees.objects(rule.path("ports")).forEach(port -> Trees.fill(port, "protocol", "TCP"));
    }
}
